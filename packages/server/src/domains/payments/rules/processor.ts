import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'

/** Who takes the money. */
export const processorNames = ['sandbox', 'stripe'] as const
export type ProcessorName = (typeof processorNames)[number]

/** Nobody's "no": the processor is away, overloaded, or doesn't know us. What came of it is open. */
export interface Unavailable {
  readonly unavailable: string
}

/** Whose a card becomes that is kept. */
export interface KeptFor {
  readonly customer: string | null
}

/** With what is paid: what the buyer has just entered, or what was kept of an earlier payment. */
export type Source =
  | { readonly confirmationToken: string; readonly keepsFor: KeptFor | null }
  | { readonly method: string; readonly customer: string | null }

interface Told {
  readonly organizationId: Id<'organization'>
  /** Of several calls with one key only the first does anything; the others hear what it did. */
  readonly key: string
  readonly metadata: Readonly<Record<string, string>>
}

/** A customer as the processor is to know them, so that it keeps cards for them. */
export interface CustomerToKnow extends Told {
  readonly email: string
  readonly name: string | null
}

export interface CustomerSeen {
  /** Null where the processor keeps cards without. */
  readonly processorId: string | null
}

export interface Charge extends Told {
  readonly amount: MinorUnits
  readonly currency: Currency
  readonly source: Source
  readonly description: string
  readonly statementSuffix: string | null
  /** Where the buyer's bank sends the browser back to. */
  readonly returnUrl: string | null
}

/** Keeps a card for later without charging it. */
export interface SetUp extends Told, KeptFor {
  readonly confirmationToken: string
  readonly returnUrl: string | null
}

/** As much of a card as may be known. */
export interface CardSeen {
  readonly brand: string
  readonly last4: string
  readonly country: string | null
  readonly expMonth: number
  readonly expYear: number
  /** What the card is in: `apple_pay`. */
  readonly wallet: string | null
}

export interface MethodSeen {
  readonly type: string
  readonly card: CardSeen | null
  /** What a later charge names; null where nothing was kept. */
  readonly kept: string | null
  /** Whose it is at the processor. */
  readonly keptFor: string | null
}

export type IntentOutcome =
  | { readonly status: 'succeeded'; readonly method: MethodSeen | null }
  | { readonly status: 'declined'; readonly reason: string; readonly method: MethodSeen | null }
  | { readonly status: 'needs_action'; readonly clientSecret: string }
  | { readonly status: 'processing' }
  | { readonly status: 'canceled' }

/** A payment or a set-up as the processor has it at this moment. */
export interface IntentSeen {
  /** Null where it was turned away before it became anything. */
  readonly processorId: string | null
  readonly outcome: IntentOutcome
}

interface MethodKept {
  readonly organizationId: Id<'organization'>
  readonly method: string
}

export interface IntentKey {
  readonly organizationId: Id<'organization'>
  readonly processorId: string
}

export interface RefundWish extends Told {
  /** The payment, as the processor calls it. */
  readonly processorId: string
  readonly amount: MinorUnits
  readonly reason: 'duplicate' | 'requested_by_customer'
}

export interface RefundSeen {
  readonly processorId: string | null
  readonly status: 'pending' | 'succeeded' | 'failed'
  readonly failureReason: string | null
}

/** What a processor called about. What it says by then counts, not what the call said. */
export interface Subject {
  readonly about: 'intent' | 'refund' | 'dispute'
  readonly processorId: string
  /** Null where only the processor's own object tells. */
  readonly organizationId: Id<'organization'> | null
}

interface OfPayment {
  readonly organizationId: Id<'organization'>
  readonly paymentId: Id<'payment'>
}

/** A subject as it is at this moment, and whose it is. */
export type Present = OfPayment &
  (
    | { readonly about: 'intent'; readonly seen: IntentSeen }
    | { readonly about: 'refund'; readonly refund: ReportedRefund }
    | { readonly about: 'dispute'; readonly dispute: ReportedDispute }
  )

export interface ReportedRefund {
  readonly processorId: string
  /** Null where it began at the processor. */
  readonly refundId: Id<'refund'> | null
  readonly status: 'pending' | 'succeeded' | 'failed' | 'canceled'
  readonly amount: number
  readonly failureReason: string | null
}

export interface ReportedDispute {
  readonly processorId: string
  readonly status: string
  readonly amount: number
}

export interface Processor {
  charge(charge: Charge): Promise<IntentSeen | Unavailable>
  /** Of one organization, without the buyers; the answers in the order of the charges. */
  chargeAll(charges: readonly Charge[]): Promise<(IntentSeen | Unavailable)[]>
  know(customer: CustomerToKnow): Promise<CustomerSeen | Unavailable>
  setUp(wish: SetUp): Promise<IntentSeen | Unavailable>
  /** Null where there is none. */
  find(key: IntentKey): Promise<IntentSeen | Unavailable | null>
  /** What came of a charge of which nobody heard the answer; null where it never arrived. */
  findByKey(told: Pick<Told, 'organizationId' | 'key'>): Promise<IntentSeen | Unavailable | null>
  /** As it is then: one that has just succeeded can't be canceled any more. */
  cancel(key: IntentKey): Promise<IntentSeen | Unavailable>
  refund(wish: RefundWish): Promise<RefundSeen | Unavailable>
  /** A card that is deleted here isn’t to be kept there. What isn’t there any more is done with. */
  forget(method: MethodKept): Promise<'forgotten' | Unavailable>
  /** Null for what isn't ours. */
  look(subject: Subject): Promise<Present | Unavailable | null>
}

export interface Processors {
  /** Who takes payments that begin now. */
  readonly current: ProcessorName
  readonly sandbox: Processor
  /** Null where the operator hasn't set it up. */
  readonly stripe: Processor | null
}
