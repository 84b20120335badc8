import type { RefundStatus } from '@guildhall/contract/orders/refund-shapes'
import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'

export const processorNames = ['sandbox', 'stripe'] as const
export type ProcessorName = (typeof processorNames)[number]

/** The processor is down, overloaded or misconfigured. The outcome of the call is unknown. */
export interface Unavailable {
  readonly unavailable: string
}

/** The processor’s customer that owns a stored card. */
export interface CardOwner {
  readonly customer: string | null
}

/** What is charged: a card that the buyer has just entered, or a stored one. */
export type Source =
  | { readonly confirmationToken: string; readonly storeFor: CardOwner | null }
  | {
      readonly method: string
      readonly customer: string | null
      /** Whether they can answer their bank. */
      readonly isCustomerPresent: boolean
    }

interface Request {
  readonly organizationId: Id<'organization'>
  /** Repeated calls with the same idempotency key return the result of the first. */
  readonly key: string
  readonly metadata: Readonly<Record<string, string>>
}

export interface NewProcessorCustomer extends Request {
  readonly email: string
  readonly name: string | null
}

export interface CustomerReference {
  /** Null where the processor stores cards without customers. */
  readonly processorId: string | null
}

export interface Charge extends Request {
  readonly amount: MinorUnits
  readonly currency: Currency
  readonly source: Source
  readonly description: string
  readonly statementSuffix: string | null
  /** Where the buyer’s bank redirects to. */
  readonly returnUrl: string | null
}

/** Stores a card for later without charging it. */
export interface SetUp extends Request, CardOwner {
  readonly confirmationToken: string
  readonly returnUrl: string | null
}

/** What may be stored of a card. */
export interface CardSnapshot {
  readonly brand: string
  readonly last4: string
  readonly country: string | null
  readonly expMonth: number
  readonly expYear: number
  /** The wallet that holds it: `apple_pay`. */
  readonly wallet: string | null
}

export interface MethodSnapshot {
  readonly type: string
  readonly card: CardSnapshot | null
  /** What later charges name; null where nothing was stored. */
  readonly storedId: string | null
  /** The processor’s customer that owns it. */
  readonly ownerId: string | null
}

export type IntentOutcome =
  | { readonly status: 'succeeded'; readonly method: MethodSnapshot | null }
  | { readonly status: 'declined'; readonly reason: string; readonly method: MethodSnapshot | null }
  | { readonly status: 'needs_action'; readonly clientSecret: string }
  | { readonly status: 'processing' }
  | { readonly status: 'canceled' }

/** The state of a payment or a set-up at the processor. */
export interface IntentSnapshot {
  /** Null where it was rejected before it was created. */
  readonly processorId: string | null
  readonly outcome: IntentOutcome
}

interface StoredMethod {
  readonly organizationId: Id<'organization'>
  readonly method: string
}

export interface IntentKey {
  readonly organizationId: Id<'organization'>
  readonly processorId: string
}

export interface RefundRequest extends Request {
  /** The id of the payment at the processor. */
  readonly processorId: string
  readonly amount: MinorUnits
  readonly reason: 'duplicate' | 'requested_by_customer'
}

export interface RefundSnapshot {
  readonly processorId: string | null
  readonly status: RefundStatus
  readonly failureReason: string | null
}

/** What a webhook is about. */
export interface Subject {
  readonly about: 'intent' | 'refund' | 'dispute' | 'fraud_warning'
  readonly processorId: string
  /** Null where only the processor’s object says. */
  readonly organizationId: Id<'organization'> | null
}

export interface OfPayment {
  readonly organizationId: Id<'organization'>
  readonly paymentId: Id<'payment'>
}

/** The state of a subject, and the payment it belongs to. */
export type SubjectSnapshot = OfPayment &
  (
    | { readonly about: 'intent'; readonly intent: IntentSnapshot }
    | { readonly about: 'refund'; readonly refund: ReportedRefund }
    | { readonly about: 'dispute'; readonly dispute: ReportedDispute }
  )

interface ReportedRefund {
  readonly processorId: string
  /** Null where it was created at the processor. */
  readonly refundId: Id<'refund'> | null
  readonly status: RefundStatus
  readonly amount: MinorUnits
  readonly failureReason: string | null
}

export interface ReportedDispute {
  readonly processorId: string
  readonly status: string
  /** Null for the whole payment. */
  readonly amount: MinorUnits | null
  /** Whether it is an early fraud warning, which is an object of its own. */
  readonly isWarning: boolean
  readonly reason: string | null
  readonly evidenceDueBy: Date | null
}

/** A movement of the processor’s balance by a charge, a refund or a dispute. */
export interface BalanceTransaction {
  readonly processorId: string
  readonly about: TransactionSubject['about']
  /** The id of the charge, refund or dispute. */
  readonly sourceId: string
  /** The processor’s reporting category. */
  readonly category: string
  /** Before the fee, in the currency of settlement. Below zero where it went back. */
  readonly amount: MinorUnits
  /** Below zero where it was returned. */
  readonly fee: MinorUnits
  readonly currency: Currency
  /** A decimal number; null where nothing was converted. */
  readonly exchangeRate: string | null
  /** The same movement in the currency of the payment. */
  readonly paymentAmount: MinorUnits
  readonly paymentCurrency: Currency
  readonly createdAt: Date
  readonly availableAt: Date
}

/** What moved the balance: a charge by the id of its payment at the processor. */
export interface TransactionSubject {
  readonly about: 'charge' | 'refund' | 'dispute'
  readonly processorId: string
}

export interface SubjectTransactions {
  readonly transactions: readonly BalanceTransaction[]
  /** Money has moved, and the processor hasn’t listed that yet. */
  readonly isIncomplete: boolean
}

export interface ListedTransaction extends BalanceTransaction {
  /** What the metadata names; null where there is none. */
  readonly payment: OfPayment | null
  /** The id of the payment at the processor. */
  readonly intentId: string | null
}

export interface TransactionPage {
  readonly transactions: readonly ListedTransaction[]
  /** Payouts and the like. */
  readonly otherCount: number
  /** Where the next page starts; null for the last page. */
  readonly next: string | null
}

export interface TransactionWindow {
  readonly from: Date
  /** Exclusive. */
  readonly to: Date
  readonly after: string | null
}

/** Takes payments: the sandbox, or Stripe. */
export interface Processor {
  charge(charge: Charge): Promise<IntentSnapshot | Unavailable>
  /** Stored cards of one organization’s customers. The results have the order of the charges. */
  chargeAll(charges: readonly Charge[]): Promise<(IntentSnapshot | Unavailable)[]>
  createCustomer(customer: NewProcessorCustomer): Promise<CustomerReference | Unavailable>
  setUp(setUp: SetUp): Promise<IntentSnapshot | Unavailable>
  /** Null where it doesn’t exist. */
  find(key: IntentKey): Promise<IntentSnapshot | Unavailable | null>
  /** The result of a charge whose answer was lost; null where the charge never arrived. */
  findCharge(payment: OfPayment): Promise<IntentSnapshot | Unavailable | null>
  /** How long a new charge may be missing from what `findCharge` searches. */
  readonly searchLagMilliseconds: number
  /** Returns the state afterwards: a payment that has just succeeded can’t be canceled. */
  cancel(key: IntentKey): Promise<IntentSnapshot | Unavailable>
  refund(request: RefundRequest): Promise<RefundSnapshot | Unavailable>
  /** Removes a stored card. One that doesn’t exist counts as removed. */
  detach(method: StoredMethod): Promise<'detached' | Unavailable>
  /** Null for objects that aren’t ours. */
  fetchSubject(subject: Subject): Promise<SubjectSnapshot | Unavailable | null>
  /** The sandbox moves no money, and has none. */
  fetchTransactions(subject: TransactionSubject): Promise<SubjectTransactions | Unavailable>
  /** One page of all its transactions, newest first. */
  listTransactions(window: TransactionWindow): Promise<TransactionPage | Unavailable>
  /** The payment that an intent’s metadata names; null for those of others. */
  findPaymentOf(intentId: string): Promise<OfPayment | Unavailable | null>
}

export interface Processors {
  /** Takes new payments. */
  readonly current: ProcessorName
  readonly sandbox: Processor
  /** Null where Stripe isn’t configured. */
  readonly stripe: Processor | null
}
