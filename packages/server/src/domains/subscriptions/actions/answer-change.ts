import { paymentId } from '@guildhall/contract/payments/shapes'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import type { JsonValue } from '../../../platform/database/json.ts'
import type { Work } from '../../../platform/work.ts'
import type { SubscriptionRow } from '../store/subscriptions.ts'
import { type Changing, changeSubscription } from './change-subscription.ts'
import type { SubscriptionParts } from './parts.ts'

/** A call that changes a subscription, and shows it as its caller may see it. */
interface ChangeCall<Shown> {
  readonly recoveryPoint: JsonValue
  note(unit: Work, recoveryPoint: JsonValue): Promise<void>
  finish(unit: Work, shown: Shown): Promise<Shown>
}

interface Asked<Shown> extends Pick<Changing, 'key' | 'change' | 'open'> {
  readonly show: (unit: Work, row: SubscriptionRow) => Promise<Shown>
}

const recovered = z.nullable(z.object({ paymentId }))

/** Whoever repeats the call after a crash goes on with the payment that was noted. */
export async function answerChange<Shown>(
  parts: SubscriptionParts,
  call: ChangeCall<Shown>,
  { show, ...asked }: Asked<Shown>,
): Promise<Shown> {
  const answers: Shown[] = []
  await changeSubscription(parts, {
    ...asked,
    begun: z.parse(recovered, call.recoveryPoint)?.paymentId ?? null,
    note: (unit, begun) => call.note(unit, { paymentId: begun }),
    finish: async (unit, row) => {
      answers.push(await call.finish(unit, await show(unit, row)))
    },
  })
  const answer = answers.at(-1)
  assert(answer !== undefined, 'what is changed is shown')
  return answer
}
