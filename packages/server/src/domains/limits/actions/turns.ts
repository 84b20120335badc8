import type { UsageRefusalReason } from '@guildhall/contract/limits/limit-shapes'
import { reservationSecondsByDefault } from '@guildhall/contract/limits/usage-checks'
import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import {
  compareDecimals,
  type Decimal,
  decimal,
  formatDecimal,
  minDecimal,
  subtractDecimals,
} from '../../../kernel/decimal.ts'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import type { NewUsageEvent } from '../../usage/store/ingest.ts'
import { presentAllowance, presentReservation } from '../present/limits.ts'
import { allowanceOf, type Placed, refusalOf } from '../rules/allowance.ts'
import {
  type CustomerUsage,
  type UnitsOfMeter,
  withHold,
  withoutHold,
  withUse,
  zero,
} from '../rules/customer-usage.ts'
import type { ReservationRow } from '../store/reservations.ts'
import type { AnswerOf, UsageRequest } from './requests.ts'

/** A request of a customer who is known, with what it names. */
export interface Turn {
  readonly request: UsageRequest
  readonly customerId: Id<'customer'>
  readonly now: Date
  /** Of requests that use something. */
  readonly event: CountedEvent | null
  readonly reservation: ReservationRow | undefined
}

interface CountedEvent {
  readonly added: NewUsageEvent
  readonly uses: readonly UnitsOfMeter[]
  /** Meters that count it and don’t add up. */
  readonly others: readonly Placed[]
}

type Answer = AnswerOf[UsageRequest['kind']]

/** Decides requests one after the other, each about what the ones before have left. */
export class Turns {
  readonly added: NewUsageEvent[] = []
  readonly #usage: Map<Id<'customer'>, CustomerUsage>
  readonly #reservations: Map<string, ReservationRow>
  readonly #byExternalId: Map<string | null, Id<'usageReservation'>>
  readonly #ingested: Map<string, Id<'usageEvent'>>
  readonly #new = new Set<string>()
  readonly #ended = new Set<string>()
  readonly #newId: () => Id<'usageReservation'>

  constructor(facts: {
    readonly usage: ReadonlyMap<Id<'customer'>, CustomerUsage>
    readonly reservations: readonly ReservationRow[]
    /** By `externalKey`. */
    readonly ingested: ReadonlyMap<string, Id<'usageEvent'>>
    readonly newId: () => Id<'usageReservation'>
  }) {
    this.#usage = new Map(facts.usage)
    this.#reservations = new Map(facts.reservations.map((one) => [one.id, one]))
    this.#byExternalId = new Map(
      facts.reservations.map((one) => [externalKey(one.organizationId, one.externalId), one.id]),
    )
    this.#ingested = new Map(facts.ingested)
    this.#newId = facts.newId
  }

  get reserved(): readonly ReservationRow[] {
    return [...this.#new].map((id) => this.#reservationOf(id))
  }

  get ended(): readonly ReservationRow[] {
    return [...this.#ended].filter((id) => !this.#new.has(id)).map((id) => this.#reservationOf(id))
  }

  answer(turn: Turn): Answer | Refusal {
    const { request } = turn
    switch (request.kind) {
      case 'check':
        return this.#check(turn, request.input)
      case 'track':
        return this.#track(turn)
      case 'reserve':
        return this.#reserve(turn, request.input)
      case 'settle':
        return this.#settle(turn)
      case 'release':
        return this.#release(turn)
    }
  }

  #check(turn: Turn, { units, ...input }: Asked): AnswerOf['check'] {
    const use = useOf({ ...input, units: units ?? 1 })
    const reason = refusalOf(this.#usageOf(turn), [use])
    return { allowed: reason === null, reason, allowance: this.#allowance(turn, use) }
  }

  #track(turn: Turn): AnswerOf['track'] {
    const { event } = turn
    assert(event !== null, 'what is tracked is an event')
    const known = this.#ingestedAs(event)
    if (known !== undefined) {
      return { ...permitted, duplicate: true, eventId: known, allowances: this.#all(turn, event) }
    }
    const reason = this.#refusalOf(this.#usageOf(turn), event)
    if (reason === null) this.#add(turn, event)
    const eventId = reason === null ? event.added.id : null
    const allowances = this.#all(turn, event)
    return { allowed: reason === null, reason, duplicate: false, eventId, allowances }
  }

  #reserve(turn: Turn, input: Asked & Reserved): AnswerOf['reserve'] | Refusal {
    const use = useOf({ ...input, units: input.units ?? 1 })
    const known = this.#reservationNamed(turn, input.externalId)
    if (known !== undefined) {
      if (!isSame(known, turn, use)) return refuse('usage_reservation_different')
      const reservation = presentReservation(known)
      return { ...permitted, reservation, allowance: this.#allowance(turn, use) }
    }
    const usage = this.#usageOf(turn)
    const reason = refusalOf(usage, [use])
    if (reason !== null) {
      return { allowed: false, reason, reservation: null, allowance: this.#allowance(turn, use) }
    }
    const seconds = input.expiresInSeconds ?? reservationSecondsByDefault
    const row: ReservationRow = {
      organizationId: turn.request.organizationId,
      id: this.#newId(),
      customerId: turn.customerId,
      ...use,
      units: formatDecimal(use.units),
      externalId: input.externalId ?? null,
      status: 'held',
      createdAt: turn.now,
      expiresAt: new Date(turn.now.getTime() + seconds * 1000),
      settledUnits: null,
      eventId: null,
    }
    this.#reservations.set(row.id, row)
    this.#byExternalId.set(externalKey(row.organizationId, row.externalId), row.id)
    this.#new.add(row.id)
    this.#usage.set(turn.customerId, withHold(usage, use))
    const reservation = presentReservation(row)
    return { ...permitted, reservation, allowance: this.#allowance(turn, use) }
  }

  #settle(turn: Turn): AnswerOf['settle'] | Refusal {
    const { event } = turn
    const row = this.#named(turn)
    assert(event !== null, 'what is settled is an event')
    const shown = (reservation: ReservationRow) => ({
      reservation: presentReservation(reservation),
      allowances: this.#all(turn, event),
    })
    if (row.status === 'settled') return { ...permitted, duplicate: true, ...shown(row) }
    if (row.status === 'released') return refuse('usage_reservation_released')
    const known = this.#ingestedAs(event)
    const used = event.uses.find(({ meterId }) => meterId === row.meterId)
    if (used === undefined) return refuse('usage_event_not_counted', { loc: ['body', 'event'] })
    if (known === undefined) {
      const { reason, usage } = this.#settled(turn, row, event)
      if (reason !== null) return { allowed: false, reason, duplicate: false, ...shown(row) }
      this.#usage.set(turn.customerId, usage)
      this.added.push(event.added)
      this.#know(event)
    } else this.#letGo(turn, row)
    const settledUnits = formatDecimal(used.units)
    const eventId = known ?? event.added.id
    const ended = this.#end({ ...row, status: 'settled', settledUnits, eventId })
    return { ...permitted, duplicate: known !== undefined, ...shown(ended) }
  }

  /** What was held is there to be used; what is more has to be allowed. */
  #settled(turn: Turn, row: ReservationRow, event: CountedEvent) {
    const held = isHeldAt(row, turn.now) ? decimal(row.units) : zero
    const free = withoutHold(this.#usageOf(turn), { meterId: row.meterId, units: held })
    const parts = event.uses.map((use) => splitUse(use, use.meterId === row.meterId ? held : zero))
    const within = parts.reduce((usage, { kept }) => withUse(usage, kept), free)
    const beyond = parts.map(({ more }) => more).filter(({ units }) => !isZero(units))
    const reason = beyond.length === 0 ? null : refusalOf(within, beyond)
    return { reason, usage: beyond.reduce(withUse, within) }
  }

  #release(turn: Turn): AnswerOf['release'] | Refusal {
    const row = this.#named(turn)
    if (row.status === 'settled') return refuse('usage_reservation_settled')
    const isHeld = row.status === 'held'
    if (isHeld) this.#letGo(turn, row)
    const ended = isHeld ? this.#end({ ...row, status: 'released' }) : row
    return { reservation: presentReservation(ended), allowance: this.#allowance(turn, row) }
  }

  #refusalOf(usage: CustomerUsage, { uses, others }: CountedEvent): UsageRefusalReason | null {
    if (uses.length === 0 && others.length === 0) return 'not_counted'
    return refusalOf(usage, uses, others)
  }

  #add(turn: Turn, event: CountedEvent): void {
    this.#usage.set(turn.customerId, event.uses.reduce(withUse, this.#usageOf(turn)))
    this.added.push(event.added)
    this.#know(event)
  }

  #know({ added }: CountedEvent): void {
    const key = externalKey(added.organizationId, added.event.externalId)
    if (key !== null) this.#ingested.set(key, added.id)
  }

  #ingestedAs({ added }: CountedEvent): Id<'usageEvent'> | undefined {
    return this.#ingested.get(externalKey(added.organizationId, added.event.externalId) ?? '')
  }

  #letGo({ customerId, now }: Turn, row: ReservationRow): void {
    if (!isHeldAt(row, now)) return
    const hold = { meterId: row.meterId, units: decimal(row.units) }
    this.#usage.set(customerId, withoutHold(this.#usageOf({ customerId }), hold))
  }

  #end(row: ReservationRow): ReservationRow {
    this.#reservations.set(row.id, row)
    this.#ended.add(row.id)
    return row
  }

  #named({ reservation }: Turn): ReservationRow {
    assert(reservation !== undefined, 'requests about reservations name one')
    return this.#reservationOf(reservation.id)
  }

  #reservationOf(id: string): ReservationRow {
    const row = this.#reservations.get(id)
    assert(row !== undefined, 'named reservations are read')
    return row
  }

  #reservationNamed(
    { request: { organizationId } }: Turn,
    externalId: string | null | undefined,
  ): ReservationRow | undefined {
    const id = this.#byExternalId.get(externalKey(organizationId, externalId) ?? '')
    return id === undefined ? undefined : this.#reservationOf(id)
  }

  #usageOf({ customerId }: Pick<Turn, 'customerId'>): CustomerUsage {
    const usage = this.#usage.get(customerId)
    assert(usage !== undefined, 'the usage of every customer is read')
    return usage
  }

  #allowance(turn: Turn, placed: Placed) {
    return presentAllowance(placed.meterId, allowanceOf(this.#usageOf(turn), placed))
  }

  #all(turn: Turn, { uses }: CountedEvent) {
    return uses.map((use) => this.#allowance(turn, use))
  }
}

interface Asked extends Pick<UnitsOfMeter, 'meterId'> {
  readonly subscriptionId?: Id<'subscription'> | null | undefined
  readonly units?: number | null | undefined
}

interface Reserved {
  readonly externalId?: string | null | undefined
  readonly expiresInSeconds?: number | null | undefined
}

const permitted = { allowed: true, reason: null } as const

const useOf = ({ meterId, subscriptionId, units }: Asked & { units: number }): UnitsOfMeter => ({
  meterId,
  subscriptionId: subscriptionId ?? null,
  units: decimal(units),
})

const isZero = (units: Decimal): boolean => compareDecimals(units, zero) === 0

/** What of it was held before, and what is more. */
function splitUse(use: UnitsOfMeter, held: Decimal) {
  const kept = { ...use, units: minDecimal(use.units, held) }
  return { kept, more: { ...use, units: subtractDecimals(use.units, kept.units) } }
}

const isHeldAt = ({ status, expiresAt }: ReservationRow, now: Date): boolean =>
  status === 'held' && expiresAt > now

const isSame = (row: ReservationRow, turn: Turn, use: UnitsOfMeter): boolean =>
  row.customerId === turn.customerId &&
  row.meterId === use.meterId &&
  row.subscriptionId === use.subscriptionId &&
  compareDecimals(decimal(row.units), use.units) === 0

/** Null without an external id. */
export const externalKey = (
  organizationId: Id<'organization'>,
  externalId: string | null | undefined,
): string | null => (externalId == null ? null : `${organizationId} ${externalId}`)
