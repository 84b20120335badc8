import type { Fault } from '@guildhall/contract/faults'
import type { Id } from '@guildhall/contract/primitives'
import type { Correction } from '@guildhall/contract/usage/corrections'
import type { Transaction } from 'kysely'
import { byId } from '../../../kernel/indexing.ts'
import { accept, refuse } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { inOrder } from '../../../platform/database/in-order.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { placeEvents } from '../rules/place-events.ts'
import type { UsageEventRow } from '../store/events.ts'
import type { NewUsageEvent } from '../store/ingest.ts'
import { holdExternalIds } from '../store/locks.ts'
import { findEvents, insertVoids, type NamedEvents } from '../store/voids.ts'
import type { UsageDeps } from './deps.ts'
import { gatherFacts } from './gather-facts.ts'
import { storeEvents } from './store-events.ts'
import { uncountEvents } from './uncount-events.ts'

interface Corrections {
  readonly organizationId: Id<'organization'>
  readonly corrections: readonly Correction[]
}

interface Corrected {
  readonly voided: number
  readonly replaced: number
  readonly alreadyVoided: number
}

/** A correction with what it names. */
interface Found {
  /** Its place in the request. */
  readonly at: number
  readonly event: UsageEventRow
  readonly reason: string | null
  readonly replacement: NewUsageEvent | null
}

/** Takes events out of their customers’ balances, and stores those that count instead. */
export async function voidEvents(
  uow: UnitOfWork,
  deps: UsageDeps,
  { organizationId, corrections }: Corrections,
): Promise<Corrected> {
  const { tx, now } = uow
  const events = await findCorrected(tx, organizationId, corrections)
  const replacements = await placeReplacements(uow, deps, { organizationId, corrections })
  const found = events.map((event, at): Found => {
    const reason = corrections[at]?.reason ?? null
    return { at, event, reason, replacement: replacements.get(at) ?? null }
  })
  const fresh = await markVoided(tx, organizationId, found, now)
  const added = fresh.flatMap(({ at, replacement }) =>
    replacement === null ? [] : { ...replacement, at },
  )
  const known = added.length === 0 ? [] : await storeEvents(tx, added)
  refuseFaults(known.flatMap((place) => repeatedFault(added[place - 1])))
  const voided = fresh.map(({ event }) => event)
  await uncountEvents(tx, organizationId, voided)
  return {
    voided: fresh.length,
    replaced: added.length,
    alreadyVoided: corrections.length - fresh.length,
  }
}

/** Those that weren’t voided before. One that a request names twice is corrected as it says first. */
async function markVoided(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  found: readonly Found[],
  now: Date,
): Promise<readonly Found[]> {
  const voids = found.map(({ event, reason, replacement }) => ({
    eventId: event.id,
    replacedBy: replacement?.id ?? null,
    reason,
  }))
  const left = new Set(await insertVoids(tx, organizationId, voids, now))
  return found.filter(({ event }) => left.delete(event.id))
}

/** In the order of the request. */
async function findCorrected(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  corrections: readonly Correction[],
): Promise<readonly UsageEventRow[]> {
  const events = await findHeld(tx, organizationId, {
    ids: corrections.flatMap(({ id }) => id ?? []),
    externalIds: corrections.flatMap(({ externalId }) => externalId ?? []),
  })
  const eventOf = byId(events)
  const externalOf = new Map(events.map((event) => [event.externalId, event]))
  const faults: Fault[] = []
  const found = corrections.flatMap(({ id, externalId }, at) => {
    const event = id == null ? externalOf.get(externalId ?? null) : eventOf.get(id)
    const field = id == null ? 'external_id' : 'id'
    if (event === undefined) faults.push(faultAt(at, [field], 'Event not found'))
    return event ?? []
  })
  refuseFaults(faults)
  return found
}

/** A customer may be adopting events of nobody at this moment: the second of the two waits. */
async function findHeld(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  named: NamedEvents,
): Promise<readonly UsageEventRow[]> {
  const events = await findEvents(tx, organizationId, named)
  const waiting = events.flatMap(({ customerId, externalCustomerId }) =>
    customerId !== null || externalCustomerId === null
      ? []
      : { organizationId, externalCustomerId },
  )
  if (waiting.length === 0) return events
  const [, held] = await inOrder(tx, [
    () => holdExternalIds(tx, waiting),
    () => findEvents(tx, organizationId, named),
  ])
  return held
}

const faultsMax = 100

function refuseFaults(faults: readonly Fault[]): void {
  if (faults.length > 0) accept(refuse('invalid_input', { faults: faults.slice(0, faultsMax) }))
}

const faultAt = (at: number, field: readonly string[], msg: string): Fault => ({
  loc: ['body', 'events', at, ...field],
  msg,
  type: 'value_error',
})

const repeatedFault = (added: { readonly at: number } | undefined): Fault[] =>
  added === undefined
    ? []
    : [
        faultAt(
          added.at,
          ['replacement', 'external_id'],
          'An event with this id was ingested before',
        ),
      ]

/** By the places of their corrections. */
async function placeReplacements(
  uow: UnitOfWork,
  deps: UsageDeps,
  { organizationId, corrections }: Corrections,
): Promise<ReadonlyMap<number, NewUsageEvent>> {
  const given = corrections.flatMap(({ replacement }, at) =>
    replacement == null ? [] : { at, event: replacement },
  )
  if (given.length === 0) return new Map()
  const events = given.map(({ event }) => event)
  const factsOf = await gatherFacts(deps, [{ organizationId, events }])
  const placed = accept(
    placeEvents(events, factsOf(organizationId), (index) => [
      'body',
      'events',
      given[index]?.at ?? index,
      'replacement',
    ]),
  )
  return new Map(
    placed.flatMap((event, index) => {
      const at = given[index]?.at
      const made = { ...event, organizationId, id: uow.newId('usageEvent') }
      return at === undefined ? [] : [[at, made] as const]
    }),
  )
}
