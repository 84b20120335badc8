import { type Id, id as idOf } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { assert } from '../../../../kernel/assert.ts'
import { isTooSmall } from '../../../../kernel/charge-min.ts'
import { runUnitOfWork } from '../../../../platform/unit-of-work.ts'
import type { Charge, IntentSnapshot } from '../../rules/processor.ts'
import {
  findIntentsByKeys,
  insertIntents,
  lockMethods,
  type UsedMethod,
} from '../../store/sandbox.ts'
import type { SandboxDeps } from './deps.ts'
import { openDisputes } from './disputes.ts'
import { intentRow, type NewIntent } from './intent-row.ts'
import { intentSnapshot, rejected } from './intent-snapshot.ts'

/**
 * Charges stored cards, mostly without the customers present, in the same number of statements for any
 * number of charges. Charges of one card run one after another.
 */
export async function chargeStoredCards(
  deps: SandboxDeps,
  charges: readonly Charge[],
): Promise<IntentSnapshot[]> {
  const [first] = charges
  if (first === undefined) return []
  const { organizationId } = first
  return runUnitOfWork(deps.uowFactory, {}, async (uow) => {
    const { tx } = uow
    const methodIds = charges.flatMap((charge) => methodOf(charge) ?? [])
    const known = await lockMethods(tx, organizationId, [...new Set(methodIds)])
    const keys = charges.map(({ key }) => key)
    const before = await findIntentsByKeys(tx, organizationId, keys)
    const intents = new Map(before.map((intent) => [intent.idempotencyKey, intent]))
    const rows = newIntents(
      deps,
      charges.filter((charge) => !intents.has(charge.key) && !isTooSmall(charge)),
      known,
    )
    for (const intent of rows.length === 0 ? [] : await insertIntents(tx, rows)) {
      intents.set(intent.idempotencyKey, intent)
    }
    await openDisputes(uow, deps, rows)
    return charges.map((charge) => {
      const intent = intents.get(charge.key)
      if (intent !== undefined) return intentSnapshot(deps, intent)
      return rejected(isTooSmall(charge) ? 'amount_too_small' : 'token_unknown')
    })
  })
}

function methodOf({ source }: Charge): Id<'sandboxMethod'> | null {
  assert('method' in source, 'a card that was just entered isn’t stored yet')
  const method = z.safeParse(idOf('sandboxMethod'), source.method)
  return method.success ? method.data : null
}

const isPresent = ({ source }: Charge): boolean => 'method' in source && source.isCustomerPresent

function newIntents(
  deps: SandboxDeps,
  charges: readonly Charge[],
  known: readonly UsedMethod[],
): NewIntent[] {
  const methods = new Map<string | null, UsedMethod>(known.map((one) => [one.methodId, one]))
  const counts = new Map(known.map((one) => [one.methodId, one.charges]))
  return charges.flatMap((charge) => {
    const method = methods.get(methodOf(charge))
    if (method === undefined) return []
    const { methodId, token } = method
    const chargesBefore = counts.get(methodId) ?? 0
    const as = isPresent(charge) ? 'stored' : 'absent'
    const attempt = { token, purpose: 'payment', as, chargesBefore } as const
    const { amount, currency } = charge
    const row = intentRow(deps, charge, { attempt, money: { amount, currency }, methodId })
    assert(row !== null, 'a stored card is known')
    if (row.status === 'succeeded') counts.set(methodId, chargesBefore + 1)
    return [row]
  })
}
