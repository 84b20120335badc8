import { Problem } from '../../../../kernel/refusal.ts'
import { runUnitOfWork } from '../../../../platform/unit-of-work.ts'
import { type Answer, outcomeOfAnswer } from '../../rules/sandbox.ts'
import { endIntent, findIntent, type SandboxIntentRow } from '../../store/sandbox.ts'
import { readClientSecret } from './client-secret.ts'
import type { SandboxDeps } from './deps.ts'
import { sendEvent } from './send-event.ts'

/** The buyer’s answer to their bank. As at a real processor, the payment is updated by an event. */
export async function answerAuthentication(
  deps: SandboxDeps,
  clientSecret: string,
  answer: Answer,
): Promise<'succeeded' | 'failed'> {
  const key = readClientSecret(deps.keyring, clientSecret)
  if (key === null) throw new Problem('not_found')
  const { organizationId, id: processorId } = key
  const times = deps.behavior.callsLater
  const intent = await runUnitOfWork(deps.uowFactory, {}, async (uow) => {
    const ended = await endIntent(uow.tx, key, outcomeOfAnswer(answer))
    if (ended === undefined) return findIntent(uow.tx, key)
    sendEvent(uow, deps.behavior, { about: 'intent', organizationId, processorId, times })
    return ended
  })
  if (intent === undefined) throw new Problem('not_found')
  if (!isAnsweredBy(intent, answer)) throw new Problem('sandbox_authentication_over')
  return answer === 'confirmed' ? 'succeeded' : 'failed'
}

/** Repeating the same answer is allowed. */
function isAnsweredBy({ status, declineCode }: SandboxIntentRow, answer: Answer): boolean {
  const given = outcomeOfAnswer(answer)
  return status === given.status && declineCode === given.declineCode
}
