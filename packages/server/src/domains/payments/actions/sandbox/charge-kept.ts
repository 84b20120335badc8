import { type Id, id as idOf } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { assert } from '../../../../kernel/assert.ts'
import { work } from '../../../../platform/work.ts'
import type { Charge, IntentSeen } from '../../rules/processor.ts'
import {
  findIntentsByKeys,
  insertIntents,
  type KnownMethod,
  lockMethods,
} from '../../store/sandbox.ts'
import { type NewIntent, rowOf } from './intent-row.ts'
import type { SandboxParts } from './parts.ts'
import { intentSeen, turnedAway } from './seen.ts'

/**
 * Without the buyers, with what earlier payments or set-ups kept: in as many statements however many
 * charges there are. Charges of one card come one after another, also here.
 */
export async function chargeAllKept(
  parts: SandboxParts,
  wishes: readonly Charge[],
): Promise<IntentSeen[]> {
  const [first] = wishes
  if (first === undefined) return []
  const { organizationId } = first
  return work(parts.workshop, {}, async ({ tx }) => {
    const methodIds = wishes.flatMap((wish) => methodOf(wish) ?? [])
    const known = await lockMethods(tx, organizationId, [...new Set(methodIds)])
    const keys = wishes.map(({ key }) => key)
    const before = await findIntentsByKeys(tx, organizationId, keys)
    const made = new Map(before.map((intent) => [intent.idempotencyKey, intent]))
    const rows = newIntents(
      parts,
      wishes.filter(({ key }) => !made.has(key)),
      known,
    )
    for (const intent of rows.length === 0 ? [] : await insertIntents(tx, rows)) {
      made.set(intent.idempotencyKey, intent)
    }
    return wishes.map(({ key }) => {
      const intent = made.get(key)
      return intent === undefined ? turnedAway('token_unknown') : intentSeen(parts, intent)
    })
  })
}

function methodOf({ source }: Charge): Id<'sandboxMethod'> | null {
  assert('method' in source, 'whoever isn’t there is charged with what they left')
  const method = z.safeParse(idOf('sandboxMethod'), source.method)
  return method.success ? method.data : null
}

function newIntents(
  parts: SandboxParts,
  wishes: readonly Charge[],
  known: readonly KnownMethod[],
): NewIntent[] {
  const methods = new Map<string | null, KnownMethod>(known.map((one) => [one.methodId, one]))
  const charges = new Map(known.map((one) => [one.methodId, one.charges]))
  return wishes.flatMap((wish) => {
    const method = methods.get(methodOf(wish))
    if (method === undefined) return []
    const { methodId, token } = method
    const chargesBefore = charges.get(methodId) ?? 0
    const tried = { token, purpose: 'payment', isBuyerThere: false, chargesBefore } as const
    const { amount, currency } = wish
    const row = rowOf(parts, wish, { tried, money: { amount, currency }, methodId })
    assert(row !== null, 'a card that was kept is known')
    if (row.status === 'succeeded') charges.set(methodId, chargesBefore + 1)
    return [row]
  })
}
