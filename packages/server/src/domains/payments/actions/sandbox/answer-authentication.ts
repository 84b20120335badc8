import { Problem } from '../../../../kernel/refusal.ts'
import { work } from '../../../../platform/work.ts'
import { type Answer, standingBy } from '../../rules/sandbox.ts'
import { findIntent, moveIntent, type SandboxIntentRow } from '../../store/sandbox.ts'
import { callBack } from './call-back.ts'
import { readClientSecret } from './client-secret.ts'
import type { SandboxParts } from './parts.ts'

/**
 * The buyer's answer to what their bank asks. The payment hears of it as it would from a real
 * processor: by a call, afterwards.
 */
export async function answerAuthentication(
  parts: SandboxParts,
  clientSecret: string,
  answer: Answer,
): Promise<'succeeded' | 'failed'> {
  const key = readClientSecret(parts.keyring, clientSecret)
  if (key === null) throw new Problem('not_found')
  const { organizationId, id: processorId } = key
  const times = parts.manners.callsLater
  const intent = await work(parts.workshop, {}, async (unit) => {
    const moved = await moveIntent(unit.tx, key, standingBy(answer))
    if (moved === undefined) return findIntent(unit.tx, key)
    callBack(unit, parts.manners, { about: 'intent', organizationId, processorId, times })
    return moved
  })
  if (intent === undefined) throw new Problem('not_found')
  if (!isAnsweredBy(intent, answer)) throw new Problem('sandbox_authentication_over')
  return answer === 'confirmed' ? 'succeeded' : 'failed'
}

/** The same answer again is no other. */
function isAnsweredBy({ status, declineCode }: SandboxIntentRow, answer: Answer): boolean {
  const given = standingBy(answer)
  return status === given.status && declineCode === given.declineCode
}
