// Generated from the catalog by tools/db-types.ts; not to be edited.
import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { JsonText, JsonValue } from './json.ts'

export interface AccountTable {
  id: Id<'account'>
  userId: Id<'user'>
  providerId: string
  /** The subject at the provider; for a password the user's own id. */
  accountId: string
  /** Comma-separated. */
  scope: string | null
  passwordHash: string | null
  /** Sealed for this row, like the other tokens. */
  accessToken: Buffer | null
  refreshToken: Buffer | null
  idToken: Buffer | null
  accessTokenExpiresAt: Date | null
  refreshTokenExpiresAt: Date | null
  /** What a provider calls the device, and wants back with each refresh. */
  deviceId: string | null
  /** Who is refreshing the tokens now; a rotating token dies of being used twice. */
  refreshLease: string | null
  refreshLeaseEndsAt: Date | null
  /** When the last refresh ended, for those who waited for it; refresh_failed says how. */
  refreshEndedAt: Date | null
  refreshFailed: Generated<boolean>
  createdAt: Date
  updatedAt: Date
}

export interface AuditEntryTable {
  id: Id<'auditEntry'>
  /** Whom it concerns; null where nobody has the name that was tried. */
  userId: Id<'user'> | null
  /** Who did it, where that was not the user. */
  actorId: Id<'user'> | null
  action: string
  succeeded: boolean
  ipAddress: Generated<string>
  userAgent: Generated<string>
  details: ColumnType<JsonValue, JsonText | undefined, JsonText>
  at: Generated<Date>
}

export interface AuditLogChangeTable {
  organizationId: Id<'organization'>
  entryId: Id<'auditLogEntry'>
  changes: ColumnType<JsonValue, JsonText, JsonText>
}

export interface AuditLogEntryTable {
  organizationId: Id<'organization'>
  id: Id<'auditLogEntry'>
  /** In real time. */
  occurredAt: Date
  /** The name of the operation. */
  action: string
  actorType: string
  actorId: string | null
  /** As it was then: tokens are renamed and revoked. */
  tokenName: string | null
  tokenEnding: string | null
  impersonatedUserId: Id<'user'> | null
  objectType: string
  objectId: string | null
  /** Whose data the change may contain. */
  customerId: Id<'customer'> | null
  ipAddress: string | null
  userAgent: string | null
  requestId: string | null
}

export interface AuditLogSettingTable {
  organizationId: Id<'organization'>
  keptMonths: number
}

export interface BalanceTransactionTable {
  organizationId: Id<'organization'>
  /** The id at the processor. */
  processorId: string
  paymentId: Id<'payment'>
  about: string
  /** The id of the charge, refund or dispute at the processor. */
  sourceId: string
  /** The processor's reporting category. */
  category: string
  /** What moved, before the fee, in the currency of settlement. */
  amount: MinorUnits
  /** Below zero where a fee was returned; in the currency of settlement. */
  feeAmount: MinorUnits
  /** In which the processor settles. */
  currency: Currency
  /** From the currency of the payment to that of settlement; null where they are the same. */
  exchangeRate: string | null
  /** The same movement in the currency of the payment; below zero where it went back. */
  paymentAmount: MinorUnits
  /** ISO 4217 in lower case. */
  paymentCurrency: Currency
  /** The fee in the books. */
  bookedFeeAmount: MinorUnits
  /** ISO 4217 in lower case. */
  bookedFeeCurrency: Currency
  /** By the processor's clock. */
  createdAt: Date
  /** When the processor can pay it out. */
  availableAt: Date
}

export interface BenefitTable {
  organizationId: Id<'organization'>
  id: Id<'benefit'>
  type: string
  /** Shown to customers. */
  description: string
  /** False: products can neither gain nor lose it. */
  selectable: Generated<boolean>
  deletable: Generated<boolean>
  /** The properties of its type, apart from the meter and the files. */
  properties: ColumnType<JsonValue, JsonText | undefined, JsonText>
  /** The meter that is credited. */
  meterId: Id<'meter'> | null
  metadata: ColumnType<JsonValue, JsonText | undefined, JsonText>
  /** Counts the changes; events about this benefit carry it. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
  deletedAt: Date | null
}

export interface BenefitFileTable {
  organizationId: Id<'organization'>
  benefitId: Id<'benefit'>
  fileId: Id<'file'>
  position: number
  /** True: listed but no longer offered. Null where the seller says neither. */
  archived: boolean | null
}

export interface BenefitGrantTable {
  organizationId: Id<'organization'>
  id: Id<'benefitGrant'>
  customerId: Id<'customer'>
  benefitId: Id<'benefit'>
  subscriptionId: Id<'subscription'> | null
  orderId: Id<'order'> | null
  status: string
  grantedAt: Date | null
  revokedAt: Date | null
  errorType: string | null
  errorMessage: string | null
  errorAt: Date | null
  /** What the type of benefit gave to this customer. */
  properties: ColumnType<JsonValue, JsonText | undefined, JsonText>
  /** Before the last change. */
  previousProperties: ColumnType<JsonValue | null, JsonText | null | undefined, JsonText | null>
  /** Counts the changes; events about this grant carry it. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
  externalAccessId: Id<'externalAccess'> | null
}

export interface BenefitKindTable {
  organizationId: Id<'organization'> | null
  id: Id<'benefit'> | null
  type: string | null
  metadata: ColumnType<JsonValue | null, JsonText | null | undefined, JsonText | null>
  description: string | null
}

export interface BenefitOfProductTable {
  organizationId: Id<'organization'> | null
  productId: Id<'product'> | null
  benefitId: Id<'benefit'> | null
  position: number | null
  type: string | null
}

export interface BilledUsageTable {
  organizationId: Id<'organization'> | null
  id: Id<'orderItem'> | null
  createdAt: Date | null
  customerId: Id<'customer'> | null
  productId: Id<'product'> | null
  subscriptionId: Id<'subscription'> | null
  /** ISO 4217 in lower case. */
  currency: Currency | null
  netAmount: number | null
  orderId: Id<'order'> | null
  usageSettlementId: Id<'usageSettlement'> | null
}

export interface BillingEntryTable {
  organizationId: Id<'organization'>
  id: Id<'billingEntry'>
  subscriptionId: Id<'subscription'>
  /** Null until it is billed. */
  orderId: Id<'order'> | null
  /** Among the entries of the same decision. */
  position: number
  kind: string
  label: string
  /** Below zero for credits. */
  amount: MinorUnits
  /** Whole minor units of a currency. */
  discountAmount: MinorUnits
  /** Whether the order's discount applies to it. */
  isDiscounted: boolean
  periodStart: Date
  periodEnd: Date
  productPriceId: Id<'productPrice'> | null
  createdAt: Date
  /** The item of an earlier order that this entry credits. */
  reversesItemId: Id<'orderItem'> | null
  /** Of a credit: the tax that was paid on it. */
  taxAmount: Generated<MinorUnits>
  usageSettlementId: Id<'usageSettlement'> | null
}

export interface BookedLineTable {
  organizationId: Id<'organization'> | null
  entryId: Id<'journalEntry'> | null
  ordinal: number | null
  kind: string | null
  occurredAt: Date | null
  orderId: Id<'order'> | null
  paymentId: Id<'payment'> | null
  refundId: Id<'refund'> | null
  disputeId: string | null
  account: string | null
  place: string | null
  /** ISO 4217 in lower case. */
  currency: Currency | null
  /** Whole minor units of a currency. */
  debit: MinorUnits | null
  /** Whole minor units of a currency. */
  credit: MinorUnits | null
  productId: Id<'product'> | null
  invoiceNumber: string | null
}

export interface ChargedOrderTable {
  organizationId: Id<'organization'> | null
  id: Id<'journalEntry'> | null
  occurredAt: Date | null
  customerId: Id<'customer'> | null
  productId: Id<'product'> | null
  subscriptionId: Id<'subscription'> | null
  /** ISO 4217 in lower case. */
  currency: Currency | null
}

export interface ChargedPaymentTable {
  organizationId: Id<'organization'> | null
  id: Id<'payment'> | null
  processor: string | null
}

export interface CheckoutTable {
  organizationId: Id<'organization'>
  id: Id<'checkout'>
  secretHash: Buffer
  /** The key of the server that the secret is derived with. */
  secretKeyId: string
  status: Generated<string>
  productId: Id<'product'>
  productPriceId: Id<'productPrice'>
  discountId: Id<'discount'> | null
  /** ISO 4217 in lower case. */
  currency: Currency
  /** Whole minor units of a currency. */
  amount: MinorUnits
  /** Whole minor units of a currency. */
  discountAmount: MinorUnits
  /** Whole minor units of a currency. */
  taxAmount: MinorUnits | null
  /** The calculated tax; null while the address is incomplete. */
  tax: ColumnType<JsonValue | null, JsonText | null | undefined, JsonText | null>
  allowDiscountCodes: boolean
  requireBillingAddress: boolean
  isBusinessCustomer: boolean
  customerId: Id<'customer'> | null
  /** Whether the seller named the customer; otherwise the buyer claims to be them. */
  isCustomerGiven: Generated<boolean>
  /** The customer that a confirmation of this checkout created. */
  createdCustomerId: Id<'customer'> | null
  customerExternalId: string | null
  customerName: string | null
  customerEmail: string | null
  customerIpAddress: string | null
  customerBillingName: string | null
  customerBillingAddress: ColumnType<JsonValue | null, JsonText | null | undefined, JsonText | null>
  customerTaxId: string | null
  customerTaxIdFormat: string | null
  customerMetadata: ColumnType<JsonValue, JsonText | undefined, JsonText>
  customFieldData: ColumnType<JsonValue, JsonText | undefined, JsonText>
  metadata: ColumnType<JsonValue, JsonText | undefined, JsonText>
  /** The current payment; events of earlier ones are ignored. */
  paymentId: Id<'payment'> | null
  successUrl: string | null
  embedOrigin: string | null
  /** Counts the changes; a decision made on an earlier version is not saved. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
  /** By the organization's clock. */
  expiresAt: Date
  subscriptionId: Id<'subscription'> | null
  /** Of the attempt that counts. */
  setUpId: Id<'methodSetUp'> | null
  /** Whether the seller named the site; otherwise a visitor claims it, and the organization must allow it. */
  isEmbedOriginGiven: Generated<boolean>
  /** The credit of the customer that pays a part of it, reserved while it is being paid. */
  appliedBalanceAmount: Generated<MinorUnits>
  /** The order that it will place, under which its credit is reserved. */
  balanceOrderId: Id<'order'> | null
  /** The metered prices of the product when the buyer confirmed. */
  meteredPriceIds: Generated<readonly Id<'productPrice'>[]>
  /** The link that it was opened by; unknown of those from before. */
  checkoutLinkId: Id<'checkoutLink'> | null
}

export interface CheckoutLinkTable {
  organizationId: Id<'organization'>
  id: Id<'checkoutLink'>
  /** The end of the URL. Whoever knows it can only create a checkout. */
  clientSecret: string
  secretHash: Buffer
  label: string | null
  discountId: Id<'discount'> | null
  allowDiscountCodes: boolean
  requireBillingAddress: boolean
  /** Where the buyer is sent after the purchase; {CHECKOUT_ID} is replaced by the id. */
  successUrl: string | null
  /** Copied to every checkout of this link. */
  metadata: ColumnType<JsonValue, JsonText | undefined, JsonText>
  /** Counts the changes; events about this link carry it. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
  deletedAt: Date | null
}

export interface CheckoutLinkLabelTable {
  organizationId: Id<'organization'> | null
  id: Id<'checkoutLink'> | null
  label: string | null
}

export interface CheckoutLinkProductTable {
  organizationId: Id<'organization'>
  checkoutLinkId: Id<'checkoutLink'>
  productId: Id<'product'>
  position: number
}

export interface CheckoutProductTable {
  organizationId: Id<'organization'>
  checkoutId: Id<'checkout'>
  productId: Id<'product'>
  position: number
}

export interface ColleagueTable {
  organizationId: Id<'organization'> | null
}

export interface CommandLineLoginTable {
  /** SHA-256 of the secret, which only the command line has. */
  secretHash: Buffer
  /** Of the code that the user types. With a key, because all codes can be tried. */
  codeDigest: Buffer
  /** What the command line calls its machine, which anyone may claim. */
  deviceName: string
  /** Where it was started. */
  address: string
  createdAt: Date
  expiresAt: Date
}

export interface CoveredUsageTable {
  organizationId: Id<'organization'> | null
  customerId: Id<'customer'> | null
  meterId: Id<'meter'> | null
  subscriptionId: Id<'subscription'> | null
  startsAt: Date | null
  coveredUnits: string | null
}

export interface CreditAccountTable {
  organizationId: Id<'organization'>
  customerId: Id<'customer'>
  meterId: Id<'meter'>
  /** Counts what changed it; events about it carry it. */
  version: Generated<number>
  /** By the organization's clock. Periods that had ended by then are billed without it. */
  createdAt: Date
  modifiedAt: Date
}

export interface CreditBurnTable {
  organizationId: Id<'organization'>
  customerId: Id<'customer'>
  meterId: Id<'meter'>
  /** All zeros for usage outside of subscriptions. */
  subscriptionId: Id<'subscription'>
  /** Of the period. */
  startsAt: Date
  /** So many units of what the period used were decided about. */
  burned: string
  /** Still without credits, and not billed. */
  overage: string
  /** Without credits when it was billed. */
  billed: string
}

export interface CreditLotTable {
  organizationId: Id<'organization'>
  id: Id<'creditLot'>
  customerId: Id<'customer'>
  meterId: Id<'meter'>
  source: string
  /** The grant, order item or present; what rolled over keeps that of its grant. */
  sourceId: string
  amount: string
  /** Less what was used since the account was decided about. */
  remaining: string
  /** Lots with a smaller number are burned first. */
  priority: number
  /** Whether what is left when the next period is paid stays. */
  rollsOver: boolean
  /** Why the seller gave it. */
  reason: string | null
  /** By the organization's clock. */
  createdAt: Date
  expiresAt: Date | null
  closedBy: string | null
  closedAt: Date | null
  /** What a revocation took, and gives back where it is undone. */
  withheld: Generated<string>
}

export interface CreditLotBurnTable {
  organizationId: Id<'organization'>
  customerId: Id<'customer'>
  meterId: Id<'meter'>
  subscriptionId: Id<'subscription'>
  startsAt: Date
  lotId: Id<'creditLot'>
  /** When it was burned. */
  units: string
  /** Later, when it was overage. */
  covered: string
}

export interface CreditMovementTable {
  organizationId: Id<'organization'>
  id: Id<'creditMovement'>
  customerId: Id<'customer'>
  meterId: Id<'meter'>
  /** What happened, which moves an account once. */
  cause: string
  /** Among the movements of its cause. */
  position: number
  kind: string
  /** Null where an overage changed. */
  lotId: Id<'creditLot'> | null
  /** What the balance gained, or lost where negative. */
  units: string
  /** What is left in all lots, less all overages, after it. */
  balance: string
  /** Of the usage that was burned. All zeros outside of subscriptions. */
  subscriptionId: Id<'subscription'> | null
  /** Of the period whose usage was burned. */
  startsAt: Date | null
  /** Why the seller did it. */
  reason: string | null
  /** By the organization's clock. */
  createdAt: Date
}

export interface CreditPurchaseTable {
  organizationId: Id<'organization'>
  id: Id<'creditPurchase'>
  customerId: Id<'customer'>
  meterId: Id<'meter'>
  productId: Id<'product'>
  productPriceId: Id<'productPrice'>
  /** Of the top-up that it follows from; null where the customer bought it themselves. */
  consentedAt: Date | null
  status: string
  paymentId: Id<'payment'>
  orderId: Id<'order'> | null
  /** Whole minor units of a currency. */
  netAmount: MinorUnits
  /** As it was calculated before the charge. */
  tax: ColumnType<JsonValue, JsonText, JsonText>
  /** Whole minor units of a currency. */
  totalAmount: MinorUnits
  /** ISO 4217 in lower case. */
  currency: Currency
  billingName: string | null
  billingAddress: ColumnType<JsonValue | null, JsonText | null | undefined, JsonText | null>
  taxId: string | null
  taxIdFormat: string | null
  /** By the organization's clock. */
  createdAt: Date
  modifiedAt: Date | null
}

export interface CustomFieldTable {
  organizationId: Id<'organization'>
  id: Id<'customField'>
  type: string
  /** The key of the answer; unique unless deleted. */
  key: string
  name: string
  /** The form's texts, and the limits of an answer. */
  properties: ColumnType<JsonValue, JsonText, JsonText>
  metadata: ColumnType<JsonValue, JsonText | undefined, JsonText>
  /** Counts the changes; events about this field carry it. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
  deletedAt: Date | null
}

export interface CustomerTable {
  organizationId: Id<'organization'>
  id: Id<'customer'>
  /** As it was written; unique in any case among the living who claim theirs. */
  email: string
  emailVerified: Generated<boolean>
  /** The id of the customer in the seller's own system. */
  externalId: string | null
  name: string | null
  billingAddress: ColumnType<JsonValue | null, JsonText | null | undefined, JsonText | null>
  taxId: string | null
  taxIdFormat: string | null
  metadata: ColumnType<JsonValue, JsonText | undefined, JsonText>
  /** Counts the changes; events about this customer carry it. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
  deletedAt: Date | null
  /** Whether purchases with the address alone belong to the customer; false where a buyer with an external id typed it. */
  isEmailClaimed: Generated<boolean>
  erasureRequestedAt: Date | null
  /** When what is personal was erased; events follow soon after. */
  erasedAt: Date | null
}

export interface CustomerBalanceTable {
  organizationId: Id<'organization'>
  customerId: Id<'customer'>
  /** ISO 4217 in lower case. */
  currency: Currency
  /** Whole minor units of a currency. */
  amount: MinorUnits
  entryCount: number
  id: Id<'customerBalance'>
  /** By the organization's clock. */
  createdAt: Date
  /** When it changed last. */
  modifiedAt: Date
}

export interface CustomerBalanceEntryTable {
  organizationId: Id<'organization'>
  id: Id<'customerBalanceEntry'>
  customerId: Id<'customer'>
  /** ISO 4217 in lower case. */
  currency: Currency
  position: number
  /** An order below zero is credited; an order uses what there is; an amount too small to charge is carried, and collected by the next order; an order that is no longer collected, or not placed, returns what it used, and takes it again if it is paid after all. What a customer gets back of a payment although it was credited before is reclaimed, and restored if it doesn't stay with them. Sellers adjust a balance and pay it out; what is left of a deleted customer's is forfeited. */
  kind: string
  /** Whole minor units of a currency. */
  amount: MinorUnits
  /** The balance after this entry. */
  balance: MinorUnits
  /** Of a checkout that is being paid, the order that it will place. */
  orderId: Id<'order'> | null
  /** By the organization's clock. */
  createdAt: Date
  /** The checkout that reserved it, or released it. */
  checkoutId: Id<'checkout'> | null
  /** The refund that pays it out, or that failed to. */
  refundId: Id<'refund'> | null
  /** Why the seller adjusted it. */
  reason: string | null
  actorType: string | null
  /** Who adjusted, paid out or forfeited it. */
  actorId: string | null
}

export interface CustomerContactTable {
  organizationId: Id<'organization'> | null
  id: Id<'customer'> | null
  name: string | null
  email: string | null
  deletedAt: Date | null
}

export interface CustomerCreditTable {
  organizationId: Id<'organization'> | null
  customerId: Id<'customer'> | null
  meterId: Id<'meter'> | null
  modifiedAt: Date | null
  /** What lots have left, with what they served of the periods that last. */
  creditedUnits: string | null
  balance: string | null
}

export interface CustomerEmailChangeTable {
  organizationId: Id<'organization'>
  id: Id<'emailChange'>
  customerId: Id<'customer'>
  /** The address at the time of the request; if it has changed since, the request is void. */
  formerEmail: string
  newEmail: string
  keyId: string
  /** A signature with a key of the server, because a hash of so short a code could be guessed. */
  codeMac: Buffer
  guessesLeft: number
  createdAt: Date
  /** In real time. */
  expiresAt: Date
}

export interface CustomerMeterTable {
  organizationId: Id<'organization'>
  id: Id<'customerMeter'>
  customerId: Id<'customer'>
  meterId: Id<'meter'>
  createdAt: Date
}

export interface CustomerMeterQuantityTable {
  organizationId: Id<'organization'> | null
  id: Id<'customerMeter'> | null
  customerId: Id<'customer'> | null
  meterId: Id<'meter'> | null
  createdAt: Date | null
  meterName: string | null
  aggregationFunc: string | null
  modifiedAt: Date | null
  eventCount: number | null
  sum: string | null
  max: string | null
  min: string | null
  creditedUnits: string | null
  balance: string | null
}

export interface CustomerReferenceTable {
  organizationId: Id<'organization'> | null
  id: Id<'customer'> | null
  externalId: string | null
}

export interface CustomerSessionTable {
  organizationId: Id<'organization'>
  id: Id<'customerSession'>
  customerId: Id<'customer'>
  secretHash: Buffer
  createdAt: Date
  /** By the organization's clock. */
  expiresAt: Date
  /** The purchase that this session shows; null if it shows everything of the customer. */
  checkoutId: Id<'checkout'> | null
}

export interface DeliveryNoticeTable {
  organizationId: Id<'organization'>
  benefitId: Id<'benefit'>
  /** In real time, like deliveries. */
  noticedAt: Date
}

export interface DiscountTable {
  organizationId: Id<'organization'>
  id: Id<'discount'>
  name: string
  /** As the seller wrote it; unique in any case unless deleted. */
  code: string | null
  type: string
  /** Whole minor units of a currency. */
  amount: MinorUnits | null
  /** ISO 4217 in lower case. */
  currency: Currency | null
  /** Hundredths of a percent. */
  basisPoints: number | null
  duration: string
  durationInMonths: number | null
  /** By the organization's clock. */
  startsAt: Date | null
  /** Exclusive. */
  endsAt: Date | null
  maxRedemptions: number | null
  /** From the first redemption on, the value is fixed. */
  redemptionsCount: Generated<number>
  metadata: ColumnType<JsonValue, JsonText | undefined, JsonText>
  /** Counts the changes; events about this discount carry it. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
  deletedAt: Date | null
}

export interface DiscountLabelTable {
  organizationId: Id<'organization'> | null
  id: Id<'discount'> | null
  name: string | null
}

export interface DiscountProductTable {
  organizationId: Id<'organization'>
  discountId: Id<'discount'>
  productId: Id<'product'>
}

export interface DiscountRedemptionTable {
  organizationId: Id<'organization'>
  checkoutId: Id<'checkout'>
  discountId: Id<'discount'>
  orderId: Id<'order'> | null
  createdAt: Date
}

export interface DisputeTable {
  organizationId: Id<'organization'>
  id: Id<'dispute'>
  orderId: Id<'order'>
  paymentId: Id<'payment'>
  /** The id of the dispute at the processor; null while there is only a warning. */
  processorId: string | null
  status: string
  /** Of what was left of the order, without tax. While it is only a warning: what may be disputed. */
  amount: MinorUnits
  /** Whole minor units of a currency. */
  taxAmount: MinorUnits
  /** What was credited before, or paid an earlier debt: the customer owes it again. */
  owedAmount: MinorUnits
  /** ISO 4217 in lower case. */
  currency: Currency
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
  creditNoteNumber: string | null
  /** The id of the early fraud warning, which is an object of its own. */
  warningId: string | null
  /** Where the seller answers at the processor; null in the sandbox. */
  processorUrl: string | null
  reason: string | null
  evidenceDueBy: Date | null
  /** When the processor was asked, in real time: what it had said before is outdated. */
  reportedAt: Date | null
  /** The status that members were last notified of. */
  notifiedStatus: string | null
  /** What the bank takes back, with tax, also of what was refunded before. */
  disputedAmount: MinorUnits
}

export interface DisputeToAnswerTable {
  organizationId: Id<'organization'> | null
  id: Id<'dispute'> | null
  customerId: Id<'customer'> | null
  /** ISO 4217 in lower case. */
  currency: Currency | null
  totalAmount: number | null
  reason: string | null
  evidenceDueBy: Date | null
  processorUrl: string | null
}

export interface DueNoteTable {
  kind: string
  organizationId: Id<'organization'>
  id: GeneratedAlways<number>
  /** In real time; 1970 where somebody should look at once. While somebody looks, when others may. */
  dueAt: Date
  /** The process that looks; null where none does, or it couldn't show that it lives. */
  takenBy: Id<'process'> | null
}

export interface EndingSubscriptionTable {
  organizationId: Id<'organization'> | null
  id: Id<'subscription'> | null
  customerId: Id<'customer'> | null
  productId: Id<'product'> | null
  /** ISO 4217 in lower case. */
  currency: Currency | null
  /** Whole minor units of a currency. */
  amount: MinorUnits | null
  recurringInterval: string | null
  endsAt: Date | null
}

export interface EntitlingOrderTable {
  organizationId: Id<'organization'> | null
  id: Id<'order'> | null
  customerId: Id<'customer'> | null
  productId: Id<'product'> | null
  isEntitled: boolean | null
  periodStart: Date | null
}

export interface EntitlingSubscriptionTable {
  organizationId: Id<'organization'> | null
  id: Id<'subscription'> | null
  customerId: Id<'customer'> | null
  productId: Id<'product'> | null
  isEntitled: boolean | null
  periodStart: Date | null
}

export interface EntryLineTable {
  organizationId: Id<'organization'>
  entryId: Id<'journalEntry'>
  ordinal: number
  account: string
  /** The tax jurisdiction: DE, US-CA. Null where it is unknown. */
  place: string | null
  /** ISO 4217 in lower case. */
  currency: Currency
  /** Whole minor units of a currency. */
  debit: MinorUnits
  /** Whole minor units of a currency. */
  credit: MinorUnits
}

export interface EventLineTable {
  line: string
  sequence: number
}

export interface EventLogTable {
  /** The id that the row had in the outbox. */
  id: number
  organizationId: Id<'organization'> | null
  /** Counts the events of an organization without a gap. */
  sequence: number
  customerId: Id<'customer'> | null
  name: string
  objectType: string
  objectId: string
  objectVersion: number
  payload: ColumnType<JsonValue, JsonText, JsonText>
  recordedAt: Date
  organizationTime: Date
  /** Real time of dispatch; decides the partition. */
  loggedAt: Generated<Date>
  actorType: string | null
  actorId: string | null
}

export interface ExchangeRateTable {
  organizationId: Id<'organization'>
  id: Id<'exchangeRate'>
  /** ISO 4217 in lower case. */
  reportingCurrency: Currency
  /** ISO 4217 in lower case. */
  currency: Currency
  /** A date: when it begins depends on the time zone in which metrics are read. */
  day: string
  /** How much of the reporting currency one of the currency is worth. */
  rate: string
  actorType: string
  /** Who entered or changed it last. */
  actorId: string
  enteredAt: Date
  version: number
}

export interface ExternalAccessTable {
  organizationId: Id<'organization'>
  id: Id<'externalAccess'>
  provider: string
  accountId: string
  /** A role in a guild, or a repository. */
  place: ColumnType<JsonValue, JsonText, JsonText>
  /** As the provider confirmed it; null before that. */
  held: string | null
  /** When the provider is called, in real time. */
  dueAt: Date | null
  /** Until then one process is calling. */
  leasedUntil: Date | null
  /** A request got no answer and may still take effect, so the next success is repeated. */
  isUnsure: Generated<boolean>
  /** Since it last changed what should be. */
  attempts: Generated<number>
  /** Counts the changes of what should be, so that a call that was overtaken is noticed. */
  version: Generated<number>
  /** The process that leased it; null where that couldn't show that it lives. */
  leasedBy: Id<'process'> | null
}

export interface FileTable {
  organizationId: Id<'organization'>
  id: Id<'file'>
  service: string
  name: string
  /** Where the bytes are stored; a rename does not change it. */
  path: string
  mimeType: string
  size: number
  /** Until it is uploaded what was promised; of several parts it may be that of their digests. */
  checksumSha256: Buffer | null
  checksumEtag: string | null
  storageVersion: string | null
  /** The seller's name of this version of the file. */
  versionName: string | null
  isUploaded: Generated<boolean>
  lastModifiedAt: Date | null
  /** The storage's id of the upload. */
  uploadId: string | null
  /** The range of bytes of each part. */
  uploadParts: ColumnType<JsonValue | null, JsonText | null | undefined, JsonText | null>
  /** Until when parts can be uploaded, in real time. */
  uploadEndsAt: Date | null
  /** Counts the changes; events about this file carry it. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
  deletedAt: Date | null
}

export interface FileDownloadTable {
  organizationId: Id<'organization'>
  grantId: Id<'benefitGrant'>
  fileId: Id<'file'>
  downloads: number
  lastDownloadedAt: Date
}

export interface FirstOperatorTable {
  onlyRow: Generated<boolean>
  userId: Id<'user'>
}

export interface FrozenClockTable {
  organizationId: Id<'organization'> | null
  frozenAt: Date | null
}

export interface GithubConnectionTable {
  organizationId: Id<'organization'>
  sessionId: Id<'session'>
  login: string
  /** Encrypted for this row. */
  accessToken: Buffer
  expiresAt: Date
}

export interface HeldSubscriptionTable {
  organizationId: Id<'organization'> | null
  id: Id<'subscription'> | null
  customerId: Id<'customer'> | null
  productId: Id<'product'> | null
  /** ISO 4217 in lower case. */
  currency: Currency | null
  /** Whole minor units of a currency. */
  amount: MinorUnits | null
  heldAt: Date | null
  suspendedAt: Date | null
}

export interface IdempotencyKeyTable {
  /** The tenant, or the nil id for a caller that has none. */
  organizationId: Id<'organization'>
  /** Who may see the answer again: an organization, a user, a customer or an unnamed network */
  caller: string
  route: string
  key: string
  /** Method, path, query and body of the request */
  requestHash: Buffer
  /** The run that holds the claim; a run that lost it can complete nothing. */
  executionId: Id<'execution'>
  leaseEndsAt: Date
  /** How far an operation of several transactions has come */
  recoveryPoint: ColumnType<JsonValue | null, JsonText | null | undefined, JsonText | null>
  /** Status, headers and body, sealed; null in flight */
  answer: Buffer | null
  expiresAt: Date
}

export interface InvitationTable {
  organizationId: Id<'organization'>
  id: Id<'invitation'>
  email: string
  role: string
  status: Generated<string>
  teamId: Id<'team'> | null
  /** Kept when the user is deleted. */
  inviterId: Id<'user'>
  createdAt: Date
  expiresAt: Date
  version: Generated<number>
}

export interface InvoiceTable {
  organizationId: Id<'organization'>
  id: Id<'invoice'>
  /** Within its series. */
  position: number
  /** As it is printed, with the slug that the organization had then. */
  number: string
  kind: string
  orderId: Id<'order'>
  /** Of a credit note: the invoice whose money came back, or the document that it reverses in full. Null for an order below zero, whose items name what they credit. */
  correctsId: Id<'invoice'> | null
  issuedAt: Date
  /** Which sequence of numbers it belongs to. */
  series: string
  /** The refund that a credit note records. */
  refundId: Id<'refund'> | null
  /** The lost dispute that it records. */
  disputeId: Id<'dispute'> | null
}

export interface InvoiceCounterTable {
  organizationId: Id<'organization'>
  lastPosition: number
  lastCreditPosition: Generated<number>
}

export interface InvoiceDocumentTable {
  organizationId: Id<'organization'>
  invoiceId: Id<'invoice'>
  printed: ColumnType<JsonValue, JsonText, JsonText>
  pdf: Buffer
  madeAt: Date
}

export interface JournalEntryTable {
  organizationId: Id<'organization'>
  id: Id<'journalEntry'>
  kind: string
  /** The kind and id of what is posted, which is posted once. */
  source: string
  orderId: Id<'order'> | null
  paymentId: Id<'payment'> | null
  refundId: Id<'refund'> | null
  /** The id at the processor. */
  disputeId: string | null
  /** By the organization's clock. */
  occurredAt: Date
  /** Real time of the transaction that wrote it; set by the database. */
  writtenAt: Generated<Date>
  /** The transaction that wrote it; set by the database. */
  transactionId: Generated<number>
}

export interface LedgerAccountTable {
  organizationId: Id<'organization'> | null
  /** ISO 4217 in lower case. */
  currency: Currency | null
  account: string | null
  place: string | null
  /** Whole minor units of a currency. */
  debited: MinorUnits | null
  /** Whole minor units of a currency. */
  credited: MinorUnits | null
}

export interface LicenseActivationTable {
  organizationId: Id<'organization'>
  id: Id<'licenseActivation'>
  licenseKeyId: Id<'licenseKey'>
  label: string
  /** Must be repeated when the key is validated. */
  conditions: ColumnType<JsonValue, JsonText, JsonText>
  meta: ColumnType<JsonValue, JsonText, JsonText>
  createdAt: Date
}

export interface LicenseKeyTable {
  organizationId: Id<'organization'>
  id: Id<'licenseKey'>
  grantId: Id<'benefitGrant'>
  benefitId: Id<'benefit'>
  customerId: Id<'customer'>
  /** Encrypted with the server’s secret. */
  keySealed: Buffer
  displayKey: string
  /** Set by the seller; null while the grant alone decides. */
  sellerStatus: string | null
  /** Null where keys aren’t activated. */
  limitActivations: number | null
  /** Null for no limit. */
  limitUsage: number | null
  expiresAt: Date | null
  /** What the seller set for this key: changes of its benefit leave it alone. */
  overridden: Generated<readonly string[]>
  /** The properties of the benefit as last applied to this key. */
  terms: ColumnType<JsonValue, JsonText, JsonText>
  usage: Generated<number>
  validations: Generated<number>
  lastValidatedAt: Date | null
  createdAt: Date
  modifiedAt: Date | null
}

export interface LicenseKeyDigestTable {
  organizationId: Id<'organization'>
  digest: Buffer
  licenseKeyId: Id<'licenseKey'>
  /** Null for the current text of the key. */
  validUntil: Date | null
}

export interface LicenseSigningKeyTable {
  organizationId: Id<'organization'>
  id: Id<'licenseSigningKey'>
  publicKey: Buffer
  privateKeySealed: Buffer
  createdAt: Date
}

export interface LifeTable {
  name: string
  /** When another process first found the lock free. */
  endedAt: Date | null
}

export interface ListColumnsTable {
  organizationId: Id<'organization'>
  userId: Id<'user'>
  list: string
  columns: readonly string[]
}

export interface MailTable {
  id: Id<'mail'>
  recipient: string
  recipientName: string | null
  subject: string
  /** The blocks of the mail as JSON, sealed for this row. */
  body: Buffer | null
  status: Generated<string>
  /** How often handing it over was begun. */
  attempts: Generated<number>
  /** Until then a process has the mail in hand. */
  claimedUntil: Date | null
  createdAt: Date
  sentAt: Date | null
  lastError: string | null
  /** The process that claimed it; null where that couldn't show that it lives. */
  claimedBy: Id<'process'> | null
}

export interface MemberTable {
  organizationId: Id<'organization'>
  id: Id<'member'>
  userId: Id<'user'>
  /** Several roles are joined by commas. */
  role: string
  teamId: Id<'team'> | null
  createdAt: Date
  version: Generated<number>
}

export interface MeterTable {
  organizationId: Id<'organization'>
  id: Id<'meter'>
  name: string
  /** A tree of clauses that selects events. */
  filter: ColumnType<JsonValue, JsonText, JsonText>
  aggregationFunc: string
  /** A property of the events; null where they are counted. */
  aggregationProperty: string | null
  metadata: ColumnType<JsonValue, JsonText | undefined, JsonText>
  /** Counts the changes; events about this meter carry it. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
  /** Customers’ balances count events from then on. */
  countsFrom: Date
  isArchived: Generated<boolean>
}

export interface MeterLabelTable {
  organizationId: Id<'organization'> | null
  id: Id<'meter'> | null
  name: string | null
  aggregationFunc: string | null
}

export interface MeteredUsageTable {
  organizationId: Id<'organization'> | null
  customerId: Id<'customer'> | null
  meterId: Id<'meter'> | null
  /** All zeros for usage outside of subscriptions. */
  subscriptionId: Id<'subscription'> | null
  startsAt: Date | null
  endsAt: Date | null
  isOpen: boolean | null
  modifiedAt: Date | null
  consumedUnits: string | null
  eventCount: number | null
  sum: string | null
}

export interface MethodSetUpTable {
  organizationId: Id<'organization'>
  id: Id<'methodSetUp'>
  customerId: Id<'customer'>
  checkoutId: Id<'checkout'> | null
  status: Generated<string>
  processor: string
  /** The id at the processor; null until the processor has accepted the set-up. */
  processorId: string | null
  /** Represents the entered card. */
  confirmationToken: string | null
  /** Lets the customer's browser continue while authentication is pending. Encrypted for this row. */
  clientSecret: Buffer | null
  returnUrl: string | null
  /** Replaces a default that the customer already has. */
  becomesDefault: boolean
  declineReason: string | null
  declineMessage: string | null
  /** The stored method. */
  paymentMethodId: Id<'paymentMethod'> | null
  /** In real time, because processors expire idempotency keys in real time. */
  startedAt: Date
  /** Counts the changes; events about this set-up carry it. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
  /** Whether the card serves the purchase alone, because the buyer only typed the address. */
  forPurchaseOnly: Generated<boolean>
}

export interface MethodSetUpOutcomeTable {
  organizationId: Id<'organization'> | null
  id: Id<'methodSetUp'> | null
  status: string | null
}

export interface MetricsDayTable {
  organizationId: Id<'organization'>
  /** Of the row, because those of all products have no product. */
  number: GeneratedAlways<number>
  startsAt: Date
  /** Null for all products. */
  productId: Id<'product'> | null
  /** ISO 4217 in lower case. */
  currency: Currency
  orders: number
  revenue: number
  oneTimeOrders: number
  oneTimeRevenue: number
  recurringRevenue: number
  newRevenueDay: number
  newRevenueWeek: number
  /** Of orders in the month in which their subscription started; likewise for the others. */
  newRevenueMonth: number
  newRevenueYear: number
  renewedDay: number
  renewedWeek: number
  /** Subscriptions with their first order of the month, started in an earlier one; likewise for the others. */
  renewedMonth: number
  renewedYear: number
  listAmount: number
  billingAmount: number
  trialAmount: number
  committedAmount: number
  newAmount: number
  expansionAmount: number
  contractionAmount: number
  churnAmount: number
  reactivationAmount: number
  priceMigrationAmount: number
  pauseAmount: number
  resumptionAmount: number
  started: number
  ended: number
  switched: number
  /** Customers who pay again or for the first time. */
  gained: number
  lost: number
  checkouts: number
  succeeded: number
  payments: number
  /** Less those that failed after they had succeeded. */
  refunds: number
  refundedAmount: number
  disputes: number
  lostDisputes: number
  lostAmount: number
  usageRevenue: number
  /** Orders of which an attempt to charge them failed for the first time. */
  failedPayments: number
  failedAmount: number
  recoveredPayments: number
  recoveredAmount: number
  cancellationsCustomerService: number
  cancellationsLowQuality: number
  cancellationsMissingFeatures: number
  cancellationsSwitchedService: number
  cancellationsTooComplex: number
  cancellationsTooExpensive: number
  cancellationsUnused: number
  cancellationsOther: number
}

export interface MetricsDifferenceTable {
  organizationId: Id<'organization'>
  position: number
  /** Of the day; null before the first one. */
  startsAt: Date | null
  /** ISO 4217 in lower case. */
  currency: Currency
  figure: string
  rolledUp: number
  counted: number
}

export interface MetricsRollUpTable {
  organizationId: Id<'organization'>
  /** Where its days begin: those of another zone are made anew. */
  timeZone: string
  /** When the first day begins that is not in it. */
  rolledUpUntil: Date
  /** When its days were last counted again, in real time; null before that. */
  recountedAt: Date | null
  /** How many figures differed then. */
  differenceCount: Generated<number>
}

export interface MovementBackfillTable {
  organizationId: Id<'organization'>
  customerId: Id<'customer'>
}

export interface OauthAccountTable {
  organizationId: Id<'organization'>
  customerId: Id<'customer'>
  provider: string
  accountId: string | null
  username: string | null
  /** Encrypted; where it is needed to let the account in. */
  accessToken: Buffer | null
  accessTokenExpiresAt: Date | null
  connectedAt: Date | null
}

export interface OfferedFileTable {
  organizationId: Id<'organization'> | null
  benefitId: Id<'benefit'> | null
  fileId: Id<'file'> | null
  position: number | null
}

export interface OpenedCheckoutTable {
  organizationId: Id<'organization'> | null
  id: Id<'checkout'> | null
  status: string | null
  productId: Id<'product'> | null
  /** ISO 4217 in lower case. */
  currency: Currency | null
  customerId: Id<'customer'> | null
  createdAt: Date | null
  checkoutLinkId: Id<'checkoutLink'> | null
}

export interface OrderCorrectionTable {
  organizationId: Id<'organization'> | null
  id: Id<'journalEntry'> | null
  kind: string | null
  occurredAt: Date | null
  customerId: Id<'customer'> | null
  productId: Id<'product'> | null
  subscriptionId: Id<'subscription'> | null
  /** ISO 4217 in lower case. */
  currency: Currency | null
  counted: number | null
  /** Whole minor units of a currency. */
  netAmount: MinorUnits | null
  orderId: Id<'order'> | null
}

export interface OrderItemTable {
  organizationId: Id<'organization'>
  id: Id<'orderItem'>
  orderId: Id<'order'>
  position: number
  label: string
  /** Before discount and tax. */
  amount: MinorUnits
  /** Whole minor units of a currency. */
  discountAmount: MinorUnits
  /** Whole minor units of a currency. */
  taxAmount: MinorUnits
  proration: boolean
  productPriceId: Id<'productPrice'> | null
  createdAt: Date
  /** What the item pays for, where it is for a period. */
  periodStart: Date | null
  periodEnd: Date | null
  /** What was credited of it since, or is promised to the next order; without tax. */
  creditedAmount: Generated<MinorUnits>
  /** The tax that was credited with it. */
  creditedTaxAmount: Generated<MinorUnits>
  /** The item that this one credits; its tax is of the same rate and place. */
  reversesItemId: Id<'orderItem'> | null
  /** What it bills, or credits; null where that is no usage. */
  usageSettlementId: Id<'usageSettlement'> | null
  /** How many times its price is charged; 1 where the item was placed before this was recorded. */
  quantity: Generated<number>
}

export interface OrderPaymentTable {
  organizationId: Id<'organization'> | null
  id: Id<'payment'> | null
  orderId: Id<'order'> | null
  status: string | null
  /** Whole minor units of a currency. */
  amount: MinorUnits | null
  /** ISO 4217 in lower case. */
  currency: Currency | null
  createdAt: Date | null
  customerId: Id<'customer'> | null
  productId: Id<'product'> | null
  subscriptionId: Id<'subscription'> | null
}

export interface OrderTaxPlaceTable {
  organizationId: Id<'organization'> | null
  id: Id<'order'> | null
  taxabilityReason: string | null
  country: string | null
  state: string | null
}

export interface OrdersTable {
  organizationId: Id<'organization'>
  id: Id<'order'>
  status: string
  billingReason: string
  customerId: Id<'customer'>
  productId: Id<'product'>
  discountId: Id<'discount'> | null
  checkoutId: Id<'checkout'> | null
  subscriptionId: Id<'subscription'> | null
  /** ISO 4217 in lower case. */
  currency: Currency
  /** Whole minor units of a currency. */
  subtotalAmount: MinorUnits
  /** Whole minor units of a currency. */
  discountAmount: MinorUnits
  /** Whole minor units of a currency. */
  netAmount: MinorUnits
  /** Whole minor units of a currency. */
  taxAmount: MinorUnits
  /** Whole minor units of a currency. */
  totalAmount: MinorUnits
  /** The sum of the refunds that succeeded, without tax. */
  refundedAmount: Generated<MinorUnits>
  /** Whole minor units of a currency. */
  refundedTaxAmount: Generated<MinorUnits>
  taxabilityReason: string
  taxRate: ColumnType<JsonValue | null, JsonText | null | undefined, JsonText | null>
  /** The id at the tax engine. */
  taxCalculationId: string | null
  billingName: string | null
  billingAddress: ColumnType<JsonValue | null, JsonText | null | undefined, JsonText | null>
  taxId: string | null
  taxIdFormat: string | null
  customFieldData: ColumnType<JsonValue, JsonText | undefined, JsonText>
  metadata: ColumnType<JsonValue, JsonText | undefined, JsonText>
  /** Counts the changes; events about this order carry it. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
  /** By the organization's clock, as all instants of billing. */
  paidAt: Date | null
  /** When the confirmation of the payment was mailed. */
  notifiedAt: Date | null
  invoiceNumber: string | null
  isInvoiceGenerated: Generated<boolean>
  /** What the customer's balance paid. Below zero: credited to the balance, or debt collected from it. */
  appliedBalanceAmount: Generated<MinorUnits>
  /** Start of the billed period, for orders of a period. */
  periodStart: Date | null
  periodEnd: Date | null
  /** When collection stopped; a payment that succeeds later pays the order all the same. */
  collectionStoppedAt: Date | null
  /** Uncollectible where the money is still owed, void where it no longer is. */
  collectionStoppedAs: string | null
  collectionStoppedReason: string | null
  /** What the seller noted when they stopped collecting. */
  collectionComment: string | null
}

export interface OrganizationTable {
  id: Id<'organization'>
  slug: string
  name: string
  /** Called logo in the account API and avatar_url in the billing API. */
  avatarUrl: string | null
  /** As the application sent it, with the order of its keys. */
  metadata: ColumnType<JsonValue | null, JsonText | null | undefined, JsonText | null>
  email: string | null
  website: string | null
  socials: ColumnType<JsonValue, JsonText | undefined, JsonText>
  /** What the seller submitted about the business; never shown again. */
  details: ColumnType<JsonValue | null, JsonText | null | undefined, JsonText | null>
  detailsSubmittedAt: Date | null
  issueFundingEnabled: Generated<boolean>
  usageBasedBillingEnabled: Generated<boolean>
  allowMultipleSubscriptions: Generated<boolean>
  allowCustomerUpdates: Generated<boolean>
  /** How a change of plan is charged unless the change says otherwise. */
  prorationBehavior: Generated<string>
  /** Counts the changes; events about this organization carry it. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
  /** Days after the first failed payment on which another is tried, in their order. */
  dunningAttemptDays: Generated<readonly number[]>
  /** How long benefits stay after a failed payment. */
  dunningGraceDays: Generated<number>
  /** What happens to a subscription that is not paid in the end. */
  dunningFinalAction: Generated<string>
  /** The sites that may embed checkouts which their visitors open. */
  embedOrigins: Generated<readonly string[]>
  /** What a customer's own plan changes may leave to the next order; more is charged immediately. */
  deferredChangeMax: Generated<MinorUnits>
  disputeBehavior: Generated<string>
  /** For so long after its end, usage that is reported late is billed with its own period. */
  usageGraceMinutes: Generated<number>
  /** Its name of the IANA: where days of metrics begin. */
  timeZone: Generated<string>
  /** In which metrics of all currencies are shown together; null to show each apart. */
  reportingCurrency: Currency | null
}

export interface OrganizationAccessTokenTable {
  organizationId: Id<'organization'>
  id: Id<'organizationAccessToken'>
  secretHash: Buffer
  comment: string
  scopes: readonly string[]
  /** Null for a token that never expires. */
  expiresAt: Date | null
  /** Accurate to a few minutes. */
  lastUsedAt: Date | null
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
  /** A user, who may have been deleted; null if it is not known. */
  createdBy: Id<'user'> | null
  /** When the members are mailed next that it expires soon; null if that is over. */
  expiryNoticeDueAt: Date | null
}

export interface OrganizationClockTable {
  organizationId: Id<'organization'>
  /** The instant at which the clock is frozen; null while it runs in real time. */
  frozenAt: Date | null
  advanceId: string | null
  /** The end of the running advance's lease, in real time; extended until the advance ends. */
  advanceUntil: Date | null
}

export interface OrganizationLimitTable {
  userId: Id<'user'>
  organizationsMax: number
}

export interface OrganizationProfileTable {
  id: Id<'organization'> | null
  slug: string | null
  name: string | null
  email: string | null
  allowMultipleSubscriptions: boolean | null
  avatarUrl: string | null
}

export interface OrganizationTimeZoneTable {
  organizationId: Id<'organization'> | null
  timeZone: string | null
}

export interface OutboxTable {
  id: GeneratedAlways<number>
  organizationId: Id<'organization'> | null
  customerId: Id<'customer'> | null
  name: string
  objectType: string
  objectId: string
  objectVersion: number
  payload: ColumnType<JsonValue, JsonText, JsonText>
  /** Real time of the unit of work. */
  recordedAt: Date
  /** The unit of work's instant by the organization's clock. */
  organizationTime: Date
  actorType: string | null
  actorId: string | null
  transactionId: Generated<number>
}

export interface OverdueSubscriptionTable {
  organizationId: Id<'organization'> | null
  id: Id<'subscription'> | null
  status: string | null
  customerId: Id<'customer'> | null
  productId: Id<'product'> | null
  /** ISO 4217 in lower case. */
  currency: Currency | null
  /** Whole minor units of a currency. */
  amount: MinorUnits | null
  pastDueAt: Date | null
  nextAttemptAt: Date | null
}

export interface PaidOrderTable {
  organizationId: Id<'organization'> | null
  id: Id<'order'> | null
  customerId: Id<'customer'> | null
  /** ISO 4217 in lower case. */
  currency: Currency | null
  /** Whole minor units of a currency. */
  totalAmount: MinorUnits | null
  paidAt: Date | null
  invoiceNumber: string | null
}

export interface PartitionPlanTable {
  parent: string
  keep: unknown
  unit: Generated<string>
}

export interface PaymentTable {
  organizationId: Id<'organization'>
  id: Id<'payment'>
  status: Generated<string>
  processor: string
  /** The id at the processor; null until the processor has accepted the payment. */
  processorId: string | null
  /** Whole minor units of a currency. */
  amount: MinorUnits
  /** ISO 4217 in lower case. */
  currency: Currency
  method: Generated<string>
  /** The brand, the last four digits and the country of a card. */
  methodMetadata: ColumnType<JsonValue | null, JsonText | null | undefined, JsonText | null>
  declineReason: string | null
  /** Tells the buyer what to do next. */
  declineMessage: string | null
  /** Represents the entered card and is good for one charge. */
  confirmationToken: string | null
  /** Lets the buyer's browser continue while authentication is pending. Encrypted for this row. */
  clientSecret: Buffer | null
  description: string
  /** The name at that time, for the statement of the buyer's bank. */
  sellerName: string
  returnUrl: string | null
  /** Sent to the processor with the payment. */
  metadata: ColumnType<JsonValue, JsonText | undefined, JsonText>
  checkoutId: Id<'checkout'> | null
  orderId: Id<'order'> | null
  customerId: Id<'customer'>
  customerEmail: string
  /** In real time, because processors expire idempotency keys in real time. */
  startedAt: Date
  /** Counts the changes; events about this payment carry it. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
  /** The method that is charged, or the one that this payment stored. */
  paymentMethodId: Id<'paymentMethod'> | null
  /** Whether the card is stored when the payment succeeds. */
  storesMethod: Generated<boolean>
  /** When a sweep checks the payment if it is still pending, in real time; null for never. */
  resumeAt: Date | null
  /** When it was last sent to the processor, in real time; null until it is sent for the first time. */
  submittedAt: Date | null
  /** When it was given up. From then on it is not charged, but canceled at the processor. */
  cancelRequestedAt: Date | null
  /** Whether a stored card serves the purchase alone, because the buyer only typed the address. */
  forPurchaseOnly: Generated<boolean>
  /** Until when the customer, who is present, may confirm it; null where nobody is, or a checkout waits. */
  confirmBy: Date | null
  /** The process that is to submit it; null where that couldn't show that it lives. */
  claimedBy: Id<'process'> | null
}

export interface PaymentMethodTable {
  organizationId: Id<'organization'>
  id: Id<'paymentMethod'>
  customerId: Id<'customer'>
  processor: string
  /** The id at the processor, which later charges name. */
  processorId: string
  /** The owner at the processor; null where the processor has no customers. */
  processorCustomerId: string | null
  type: string
  brand: string | null
  last4: string | null
  /** Where the card was issued. */
  country: string | null
  expMonth: number | null
  expYear: number | null
  wallet: string | null
  /** Charged where no other method is named. */
  isDefault: boolean
  createdAt: Date
  deletedAt: Date | null
  /** The purchase that it serves alone; null if it is one of the customer's own. */
  checkoutId: Id<'checkout'> | null
}

export interface PaymentOutcomeTable {
  organizationId: Id<'organization'> | null
  id: Id<'payment'> | null
  status: string | null
  processor: string | null
}

export interface PendingMovementTable {
  organizationId: Id<'organization'> | null
  customerId: Id<'customer'> | null
}

export interface PersonTable {
  id: Id<'user'> | null
  name: string | null
  email: string | null
  emailVerified: boolean | null
  image: string | null
}

export interface PersonSessionTable {
  id: Id<'session'> | null
  userId: Id<'user'> | null
}

export interface PictureTable {
  id: Id<'picture'>
  ownerKind: string
  ownerId: string
  format: string
  size: number
  createdAt: Date
  /** When its owner got it; null until its bytes are stored and its URL is saved. */
  shownAt: Date | null
}

export interface PlacedOrderTable {
  organizationId: Id<'organization'> | null
  id: Id<'order'> | null
  checkoutId: Id<'checkout'> | null
  subscriptionId: Id<'subscription'> | null
  createdAt: Date | null
  periodStart: Date | null
  customerId: Id<'customer'> | null
  productId: Id<'product'> | null
  /** ISO 4217 in lower case. */
  currency: Currency | null
  /** Whole minor units of a currency. */
  netAmount: MinorUnits | null
}

export interface PlacedSaleTable {
  organizationId: Id<'organization'> | null
  orderId: Id<'order'> | null
  taxedOrderId: Id<'order'> | null
  /** Whole minor units of a currency. */
  netAmount: MinorUnits | null
}

export interface PortalCodeTable {
  organizationId: Id<'organization'>
  id: Id<'portalCode'>
  customerId: Id<'customer'>
  keyId: string
  /** A signature with a key of the server, because a hash of so short a code could be guessed. */
  codeMac: Buffer
  /** Of all networks together. */
  guessesLeft: number
  createdAt: Date
  expiresAt: Date
}

export interface PortalCodeGuessTable {
  organizationId: Id<'organization'>
  codeId: Id<'portalCode'>
  /** A signature with a key of the server, because all addresses could be hashed in minutes. */
  networkMac: Buffer
  guesses: number
}

export interface PortalPlanTable {
  organizationId: Id<'organization'>
  productId: Id<'product'>
  position: number
}

export interface ProcessorCustomerTable {
  organizationId: Id<'organization'>
  customerId: Id<'customer'>
  processor: string
  /** The id at the processor. */
  processorId: string
  createdAt: Date
}

export interface ProcessorEventTable {
  organizationId: Id<'organization'>
  processor: string
  eventId: string
  /** In real time, because processors repeat an event for some days. */
  receivedAt: Date
}

export interface ProductTable {
  organizationId: Id<'organization'>
  id: Id<'product'>
  name: string
  description: string | null
  /** Null for a one-time purchase. Never changes. */
  recurringInterval: string | null
  isArchived: Generated<boolean>
  metadata: ColumnType<JsonValue, JsonText | undefined, JsonText>
  /** Of the active price that is shown first; lists are sorted by it. */
  leadingAmountType: string
  /** The minimum to pay at once by the price that is shown first; lists are sorted by it. */
  leadingAmount: MinorUnits
  /** Counts the changes; events about this product carry it. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
  /** Where buyers find it: in every list, only through a link or checkout of the seller, or nowhere. */
  visibility: Generated<string>
  /** Usage of a subscription is billed at once when it costs so much; null to bill at the end of periods only. */
  billingThresholdAmount: MinorUnits | null
}

export interface ProductBenefitTable {
  organizationId: Id<'organization'>
  productId: Id<'product'>
  benefitId: Id<'benefit'>
  position: number
}

export interface ProductBillingThresholdTable {
  organizationId: Id<'organization'> | null
  productId: Id<'product'> | null
  /** Whole minor units of a currency. */
  billingThresholdAmount: MinorUnits | null
}

export interface ProductCustomFieldTable {
  organizationId: Id<'organization'>
  productId: Id<'product'>
  customFieldId: Id<'customField'>
  position: number
  isRequired: boolean
}

export interface ProductMediaTable {
  organizationId: Id<'organization'>
  productId: Id<'product'>
  fileId: Id<'file'>
  position: number
}

export interface ProductPriceTable {
  organizationId: Id<'organization'>
  id: Id<'productPrice'>
  productId: Id<'product'>
  /** Among all prices that the product ever had, in the order of creation. */
  position: number
  amountType: string
  isArchived: Generated<boolean>
  /** ISO 4217 in lower case. */
  priceCurrency: Currency | null
  /** Whole minor units of a currency. */
  priceAmount: MinorUnits | null
  /** Whole minor units of a currency. */
  minimumAmount: MinorUnits | null
  /** Whole minor units of a currency. */
  maximumAmount: MinorUnits | null
  /** Whole minor units of a currency. */
  presetAmount: MinorUnits | null
  /** In minor units, possibly a fraction of one. */
  unitAmount: string | null
  /** Whole minor units of a currency. */
  capAmount: MinorUnits | null
  meterId: Id<'meter'> | null
  createdAt: Date
  modifiedAt: Date | null
  /** What the calculator takes, with decimals as text; null where unit_amount and cap_amount say it all. */
  meteredPrice: ColumnType<JsonValue | null, JsonText | null | undefined, JsonText | null>
}

export interface ProductSummaryTable {
  organizationId: Id<'organization'> | null
  id: Id<'product'> | null
  name: string | null
  recurringInterval: string | null
  isArchived: boolean | null
}

export interface RateLimitTable {
  /** Keyed hash of rule and subject: neither address nor e-mail */
  key: Buffer
  hits: number
  endsAt: Date
}

export interface ReconciliationTable {
  id: Id<'reconciliation'>
  comparedFrom: Date
  /** Exclusive. */
  comparedTo: Date
  /** A run that was interrupted continues here. */
  comparedThrough: Date
  transactionCount: Generated<number>
  /** Transactions that belong to no payment of this server, such as payouts. */
  unrelatedCount: Generated<number>
  /** Transactions that were missing here and were booked. */
  bookedCount: Generated<number>
  differenceCount: Generated<number>
  startedAt: Date
  finishedAt: Date | null
}

export interface ReconciliationDifferenceTable {
  reconciliationId: Id<'reconciliation'>
  position: number
  kind: string
  about: string
  /** Null where no organization of this server is named. */
  organizationId: Id<'organization'> | null
  paymentId: Id<'payment'> | null
  /** The balance transaction; null where the sums of a payment differ. */
  transactionId: string | null
  /** Whole minor units of a currency. */
  hereAmount: MinorUnits | null
  /** ISO 4217 in lower case. */
  hereCurrency: Currency | null
  /** Whole minor units of a currency. */
  thereAmount: MinorUnits | null
  /** ISO 4217 in lower case. */
  thereCurrency: Currency | null
}

export interface RecurringMovementTable {
  organizationId: Id<'organization'> | null
  subscriptionId: Id<'subscription'> | null
  version: number | null
  position: number | null
  occurredAt: Date | null
  customerId: Id<'customer'> | null
  productId: Id<'product'> | null
  /** ISO 4217 in lower case. */
  currency: Currency | null
  kind: string | null
  /** Whole minor units of a currency. */
  listAmount: MinorUnits | null
  /** Whole minor units of a currency. */
  billingAmount: MinorUnits | null
  /** Whole minor units of a currency. */
  trialAmount: MinorUnits | null
  /** Whole minor units of a currency. */
  committedAmount: MinorUnits | null
  started: number | null
  ended: number | null
  switched: number | null
}

export interface RefundTable {
  organizationId: Id<'organization'>
  id: Id<'refund'>
  orderId: Id<'order'>
  paymentId: Id<'payment'>
  status: string
  reason: string
  /** Without tax. */
  amount: MinorUnits
  /** Whole minor units of a currency. */
  taxAmount: MinorUnits
  /** ISO 4217 in lower case. */
  currency: Currency
  revokeBenefits: boolean
  comment: string | null
  metadata: ColumnType<JsonValue, JsonText | undefined, JsonText>
  /** The id at the processor; null until it has answered. */
  processorId: string | null
  failureReason: string | null
  /** When the processor's first answer was recorded. */
  answeredAt: Date | null
  /** When the customer was mailed that it succeeded. */
  notifiedAt: Date | null
  /** Counts the changes; events about this refund carry it. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
  /** What was credited before, or paid an earlier debt: the customer owes it again. Below zero: what goes back to the customer's balance. */
  owedAmount: Generated<MinorUnits>
  creditNoteNumber: string | null
  /** Whether it pays out the customer's balance, from which its amount is taken in advance. */
  isPayout: Generated<boolean>
}

export interface SandboxDisputeTable {
  organizationId: Id<'organization'>
  id: Id<'sandboxDispute'>
  intentId: Id<'sandboxIntent'>
  status: string
  outcome: string
  /** When the bank decides, by the organization's clock. */
  decidesAt: Date | null
  createdAt: Date
}

export interface SandboxIntentTable {
  organizationId: Id<'organization'>
  id: Id<'sandboxIntent'>
  idempotencyKey: string
  purpose: string
  status: string
  /** Whole minor units of a currency. */
  amount: MinorUnits | null
  /** ISO 4217 in lower case. */
  currency: Currency | null
  token: string
  /** The card, which later charges may use again. */
  methodId: Id<'sandboxMethod'>
  declineCode: string | null
  metadata: ColumnType<JsonValue, JsonText | undefined, JsonText>
  createdAt: Date
}

export interface SandboxRefundTable {
  organizationId: Id<'organization'>
  id: Id<'sandboxRefund'>
  idempotencyKey: string
  intentId: Id<'sandboxIntent'>
  status: string
  /** Whole minor units of a currency. */
  amount: MinorUnits
  failureReason: string | null
  metadata: ColumnType<JsonValue, JsonText | undefined, JsonText>
  createdAt: Date
}

export interface SavedViewTable {
  organizationId: Id<'organization'>
  id: Id<'savedView'>
  userId: Id<'user'>
  list: string
  name: string
  /** Parameters of the list in the dashboard, all text. */
  query: ColumnType<JsonValue, JsonText, JsonText>
  /** Null for those that the list has by default. */
  columns: readonly string[] | null
  createdAt: Date
  modifiedAt: Date | null
}

export interface SchemaMigrationTable {
  number: number
  name: string
  checksum: string
  appliedAt: Generated<Date>
  oldestVersion: string | null
}

export interface SecretDirectoryTable {
  /** SHA-256 of the secret, which is not stored. */
  hash: Buffer
  organizationId: Id<'organization'>
}

export interface SecretOwnerTable {
  hash: Buffer | null
  organizationId: Id<'organization'> | null
}

export interface SellerDetailsTable {
  organizationId: Id<'organization'>
  /** The legal name; null where it is the organization's own. */
  name: string | null
  address: ColumnType<JsonValue | null, JsonText | null | undefined, JsonText | null>
  taxNumber: string | null
  /** Other text that the law requires at the foot of the page. */
  footer: string | null
  /** Counts the changes; events about these details carry it. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
}

export interface SellerTaxNumberTable {
  organizationId: Id<'organization'> | null
  taxNumber: string | null
}

export interface ServedUsageTable {
  organizationId: Id<'organization'> | null
  customerId: Id<'customer'> | null
  meterId: Id<'meter'> | null
  subscriptionId: Id<'subscription'> | null
  startsAt: Date | null
  lotId: Id<'creditLot'> | null
  units: string | null
}

export interface SessionTable {
  id: Id<'session'>
  userId: Id<'user'>
  /** Which of the server's secrets the token is derived with; the token itself is stored nowhere. */
  keyId: string
  /** False ends with the browser and is never prolonged. */
  remembered: Generated<boolean>
  createdAt: Date
  /** When the session was last prolonged; freshness counts from created_at. */
  updatedAt: Date
  /** To within minutes: not every call writes. */
  lastUsedAt: Date
  expiresAt: Date
  ipAddress: Generated<string>
  userAgent: Generated<string>
  activeOrganizationId: Id<'organization'> | null
  impersonatedBy: Id<'user'> | null
  /** Of the active organization; without one it means nothing. */
  activeTeamId: Id<'team'> | null
}

export interface SettledUsageTable {
  organizationId: Id<'organization'>
  subscriptionId: Id<'subscription'>
  meterId: Id<'meter'>
  startsAt: Date
  endsAt: Date
  customerId: Id<'customer'>
  productPriceId: Id<'productPrice'>
  consumedUnits: string
  creditedUnits: string
  /** Before discounts, with the usage that came late and was billed as well. */
  amount: MinorUnits
  settledAt: Date
  /** What the calculator takes, with decimals as text. */
  price: ColumnType<JsonValue, JsonText, JsonText>
  /** Those that neither credits covered nor the price included. */
  chargedUnits: string
  /** Whether another price followed before the billing period was over. Its tiers begin where these end. */
  isCut: boolean
  /** The period went on when it was billed: the rest of it is billed later. */
  isOpen: boolean
}

export interface SharedCheckoutLinkTable {
  organizationId: Id<'organization'> | null
  id: Id<'checkoutLink'> | null
}

export interface StoppedTopUpTable {
  organizationId: Id<'organization'> | null
  id: Id<'topUp'> | null
  customerId: Id<'customer'> | null
  meterId: Id<'meter'> | null
  stopReason: string | null
  stoppedAt: Date | null
}

export interface SubscriptionTable {
  organizationId: Id<'organization'>
  id: Id<'subscription'>
  status: string
  customerId: Id<'customer'>
  productId: Id<'product'>
  discountId: Id<'discount'> | null
  /** Start of the first period that the discount reduced. */
  discountAppliedAt: Date | null
  /** The first checkout; an upgrade keeps it. */
  checkoutId: Id<'checkout'> | null
  /** Null for the customer's default. */
  paymentMethodId: Id<'paymentMethod'> | null
  /** ISO 4217 in lower case. */
  currency: Currency
  /** The sum of its prices for each period, less the discount. */
  amount: MinorUnits
  recurringInterval: string
  /** The day of the month on which periods start, in months that have it. */
  anchorDay: number
  currentPeriodStart: Date
  currentPeriodEnd: Date
  trialEnd: Date | null
  incompleteUntil: Date | null
  /** When it first became active; never changes. */
  startedAt: Date | null
  cancelAtPeriodEnd: Generated<boolean>
  /** When the cancellation was requested. */
  canceledAt: Date | null
  /** When it will end. */
  endsAt: Date | null
  /** When it actually ended. */
  endedAt: Date | null
  customerCancellationReason: string | null
  customerCancellationComment: string | null
  pastDueAt: Date | null
  /** Failed payments since it is past due, without the one that made it past due. */
  attempts: Generated<number>
  nextAttemptAt: Date | null
  /** Until when benefits stay although a payment is overdue; null once grace is over. */
  graceEndsAt: Date | null
  /** When the final action of dunning is due; null once it was taken. */
  finalActionAt: Date | null
  /** When its benefits were revoked: at its end, or when grace was over. */
  revokedAt: Date | null
  /** The change that the next period starts with. */
  pendingChange: ColumnType<JsonValue | null, JsonText | null | undefined, JsonText | null>
  customFieldData: ColumnType<JsonValue, JsonText | undefined, JsonText>
  metadata: ColumnType<JsonValue, JsonText | undefined, JsonText>
  /** When the next decision is due; null for never. */
  dueAt: Date | null
  /** False where the organization's clock was advanced: then that clock alone makes it due. */
  runsOnRealTime: Generated<boolean>
  /** In real time: until then the process that claimed it works on it, and no other. */
  claimedUntil: Date | null
  /** Counts the changes; a decision made on an earlier version is not saved. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
  billingName: string | null
  /** Decides the tax, and is printed on invoices. */
  billingAddress: ColumnType<JsonValue | null, JsonText | null | undefined, JsonText | null>
  taxId: string | null
  taxIdFormat: string | null
  /** Whether the buyer is a business, which together with a tax id can owe the tax itself. */
  isBusiness: Generated<boolean>
  /** When the proved customer started or accepted it; until then it is charged to its own card alone. */
  acceptedAt: Date | null
  /** Since when it is not renewed because a payment or its card is disputed; null while it is. */
  heldAt: Date | null
  /** The end of the period that it was not renewed after; a renewal starts a new period. */
  suspendedAt: Date | null
  /** When the seller resumed the renewals, or the customer chose another card for what is overdue: open disputes of its own payments from before no longer hold it. */
  holdLiftedAt: Date | null
  /** When the seller resumed the renewals: disputes of its card from before no longer hold it. */
  cardsTrustedAt: Date | null
  /** The process that claimed it; null where that couldn't show that it lives. */
  claimedBy: Id<'process'> | null
}

export interface SubscriptionAttemptTable {
  organizationId: Id<'organization'>
  paymentId: Id<'payment'>
  subscriptionId: Id<'subscription'>
  orderId: Id<'order'>
  /** Whether a failure counts: of payments that started together, only one does. */
  isCounted: boolean
  startedAt: Date
  /** Whether the customer pays on their own. Its failure is no failure of dunning, which it does not delay. */
  isByCustomer: boolean
}

export interface SubscriptionChangeTable {
  organizationId: Id<'organization'>
  subscriptionId: Id<'subscription'>
  paymentId: Id<'payment'>
  /** The version of the subscription that it was decided on. */
  version: number
  /** The requested change with the facts of its decision. */
  request: ColumnType<JsonValue, JsonText, JsonText>
  /** The instant for which it was calculated. */
  decidedAt: Date
}

export interface SubscriptionMeterTable {
  organizationId: Id<'organization'>
  id: Id<'subscriptionMeter'>
  subscriptionId: Id<'subscription'>
  meterId: Id<'meter'>
  createdAt: Date
}

export interface SubscriptionMovementTable {
  organizationId: Id<'organization'>
  subscriptionId: Id<'subscription'>
  /** Of the subscription, after the change. */
  version: number
  /** A change of the product leaves one and enters another. */
  position: number
  /** By the organization’s clock. */
  occurredAt: Date
  customerId: Id<'customer'>
  productId: Id<'product'>
  /** ISO 4217 in lower case. */
  currency: Currency
  kind: string
  /** Whether it had no run-rate before: what the customer had before decides the kind. */
  isStart: boolean
  /** Per month, less discounts for ever; without trials and pauses. */
  listAmount: MinorUnits
  /** The same, less all discounts. */
  billingAmount: MinorUnits
  /** What trials would bring in, as list_amount. */
  trialAmount: MinorUnits
  /** Of list_amount, what isn’t canceled. */
  committedAmount: MinorUnits
  /** 1 where the subscription started. */
  started: number
  /** 1 where the subscription ended. */
  ended: number
  /** Of a running subscription: -1 on the product that it left, 1 on the one that it entered. */
  switched: number
}

export interface SubscriptionNoticeTable {
  organizationId: Id<'organization'>
  subscriptionId: Id<'subscription'>
  /** Identifies what the customer was notified of, so that each notice is mailed once. */
  noticeKey: string
  notifiedAt: Date
}

export interface SubscriptionNotifiedProductTable {
  organizationId: Id<'organization'>
  subscriptionId: Id<'subscription'>
  productId: Id<'product'>
  /** The version of the subscription at the last notice. */
  version: number
}

export interface SubscriptionPriceTable {
  organizationId: Id<'organization'>
  subscriptionId: Id<'subscription'>
  productPriceId: Id<'productPrice'>
  position: number
  kind: string
  /** Of one unit, each period; zero for metered and free prices. */
  amount: MinorUnits
  /** What the discount takes off all units in the current period. */
  discountAmount: Generated<MinorUnits>
  /** In minor units, possibly a fraction of one. */
  unitAmount: string | null
  /** Whole minor units of a currency. */
  capAmount: MinorUnits | null
  meterId: Id<'meter'> | null
  quantity: Generated<number>
  /** As that of product_price when it was sold. */
  meteredPrice: ColumnType<JsonValue | null, JsonText | null | undefined, JsonText | null>
}

export interface SubscriptionPriceKindTable {
  organizationId: Id<'organization'> | null
  subscriptionId: Id<'subscription'> | null
  kind: string | null
}

export interface SubscriptionShownTable {
  organizationId: Id<'organization'> | null
  id: Id<'subscription'> | null
  status: string | null
  customerId: Id<'customer'> | null
  productId: Id<'product'> | null
  discountId: Id<'discount'> | null
  checkoutId: Id<'checkout'> | null
  /** ISO 4217 in lower case. */
  currency: Currency | null
  /** Whole minor units of a currency. */
  amount: MinorUnits | null
  recurringInterval: string | null
  currentPeriodStart: Date | null
  currentPeriodEnd: Date | null
  trialEnd: Date | null
  cancelAtPeriodEnd: boolean | null
  canceledAt: Date | null
  startedAt: Date | null
  endsAt: Date | null
  endedAt: Date | null
  customerCancellationReason: string | null
  customerCancellationComment: string | null
  metadata: ColumnType<JsonValue | null, JsonText | null | undefined, JsonText | null>
  createdAt: Date | null
  modifiedAt: Date | null
}

export interface SubscriptionStartTable {
  organizationId: Id<'organization'> | null
  id: Id<'subscription'> | null
  startedAt: Date | null
  customerCancellationReason: string | null
}

export interface TaxRegistrationTable {
  organizationId: Id<'organization'>
  id: Id<'taxRegistration'>
  country: string
  /** Null for a registration in the whole country. */
  state: string | null
  /** Whether it covers its place alone or the whole European Union, and at which rates. */
  scheme: string
  taxNumber: string | null
  /** By the organization's clock. */
  collectsSince: Date
  /** Counts the changes; events about this registration carry it. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
  deletedAt: Date | null
}

export interface TaxTransactionTable {
  organizationId: Id<'organization'>
  /** The order or the refund. */
  sourceId: string
  /** The calculation of a sale's tax; null for a refund. */
  calculationId: string | null
  /** The id at the tax provider; null until it has been reported. */
  processorId: string | null
  createdAt: Date
}

export interface TeamTable {
  organizationId: Id<'organization'>
  id: Id<'team'>
  name: string
  createdAt: Date
  updatedAt: Date | null
  version: Generated<number>
}

export interface TopUpTable {
  organizationId: Id<'organization'>
  id: Id<'topUp'>
  customerId: Id<'customer'>
  meterId: Id<'meter'>
  productId: Id<'product'>
  /** A balance below it leads to a purchase. */
  threshold: string
  /** In a calendar month. */
  purchasesMax: number
  /** What a purchase may cost, tax included: what the customer was shown. */
  totalAmountMax: MinorUnits
  /** ISO 4217 in lower case. */
  currency: Currency
  /** When the customer turned it on last. */
  consentedAt: Date
  /** Null while it is on. */
  stopReason: string | null
  stopMessage: string | null
  stoppedAt: Date | null
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
}

export interface UnacceptedSubscriptionTable {
  organizationId: Id<'organization'> | null
  id: Id<'subscription'> | null
  customerId: Id<'customer'> | null
  endedAt: Date | null
}

export interface UndeliveredGrantTable {
  organizationId: Id<'organization'> | null
  id: Id<'benefitGrant'> | null
  benefitId: Id<'benefit'> | null
  errorMessage: string | null
  errorAt: Date | null
}

export interface UsageAdoptionTable {
  organizationId: Id<'organization'>
  externalCustomerId: string
  customerId: Id<'customer'>
  /** Real time of the database, as of ingestion. */
  adoptedAt: Date
  /** Real time of the database when the customer’s balances got the events. */
  countedAt: Date | null
}

export interface UsageAlertTable {
  organizationId: Id<'organization'>
  usageLimitId: Id<'usageLimit'>
  /** Minus infinity outside of subscriptions. */
  periodStart: Date
  threshold: number
  createdAt: Date
}

export interface UsageBilledEarlyTable {
  organizationId: Id<'organization'> | null
  customerId: Id<'customer'> | null
  subscriptionId: Id<'subscription'> | null
  meterId: Id<'meter'> | null
  startsAt: Date | null
  consumedUnits: string | null
}

export interface UsageErasureTable {
  organizationId: Id<'organization'>
  customerId: Id<'customer'>
}

export interface UsageEventTable {
  organizationId: Id<'organization'>
  id: Id<'usageEvent'>
  /** Real time of the database; decides the partition. */
  ingestedAt: Date
  /** When it happened, by the organization’s clock. */
  timestamp: Date
  /** Null as long as nobody had the external id; see usage_adoption. */
  customerId: Id<'customer'> | null
  subscriptionId: Id<'subscription'> | null
  source: string
  name: string
  externalCustomerId: string | null
  externalId: string | null
  /** A part of the customer, such as a project. */
  entity: string | null
  metadata: ColumnType<JsonValue, JsonText, JsonText>
}

export interface UsageEventKeyTable {
  organizationId: Id<'organization'>
  externalId: string
  eventId: Id<'usageEvent'>
}

export interface UsageEventNameTable {
  organizationId: Id<'organization'>
  name: string
  source: string
  slot: number
  occurrences: number
  firstSeen: Date
  lastSeen: Date
}

export interface UsageLimitTable {
  organizationId: Id<'organization'>
  id: Id<'usageLimit'>
  customerId: Id<'customer'>
  meterId: Id<'meter'> | null
  units: string | null
  subscriptionId: Id<'subscription'> | null
  /** Of all its metered prices together, before discounts and tax. */
  amount: MinorUnits | null
  setBy: string
  /** Whether usage beyond it is refused. */
  isHard: boolean
  /** Percentages that notify once per period. */
  thresholds: readonly number[]
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
}

export interface UsagePeriodTable {
  organizationId: Id<'organization'>
  customerId: Id<'customer'>
  meterId: Id<'meter'>
  /** All zeros for usage outside of subscriptions. */
  subscriptionId: Id<'subscription'>
  /** A part of the customer; empty for all parts together, which is the row that decides. */
  entity: string
  /** Of timestamps of events. Before all time outside of subscriptions. */
  startsAt: Date
  /** Exclusive; infinity while the period lasts. */
  endsAt: Generated<Date>
  eventCount: Generated<number>
  /** Of the quantities; of unique values, how many there are. */
  sum: Generated<string>
  max: string | null
  min: string | null
  /** The latest of the events that were counted. */
  lastTimestamp: Date | null
  modifiedAt: Date
  /** The latest period of a subscription that goes on: what happens after its end belongs to the next. */
  isOpen: Generated<boolean>
  /** When it was to end while it was open. What was counted in it until it was closed stays in it. */
  openUntil: Date | null
  /** Real time of the database, as of ingestion; null while it is open, and outside of subscriptions. */
  closedAt: Date | null
  /** What removed events had counted, as in event_count. */
  removedCount: Generated<number>
  /** As in sum. */
  removedSum: Generated<string>
  /** As in max. */
  removedMax: string | null
  /** As in min. */
  removedMin: string | null
}

export interface UsageReservationTable {
  organizationId: Id<'organization'>
  id: Id<'usageReservation'>
  customerId: Id<'customer'>
  meterId: Id<'meter'>
  subscriptionId: Id<'subscription'> | null
  /** The seller's: it is reserved once. */
  externalId: string | null
  units: string
  status: string
  createdAt: Date
  /** By the organization's clock. What is still held then is held no more. */
  expiresAt: Date
  settledUnits: string | null
  eventId: Id<'usageEvent'> | null
}

export interface UsageRetentionTable {
  organizationId: Id<'organization'>
  /** After the timestamp of each event that was removed. */
  completeFrom: Date
}

export interface UsageSettlementTable {
  organizationId: Id<'organization'>
  id: Id<'usageSettlement'>
  subscriptionId: Id<'subscription'>
  meterId: Id<'meter'>
  startsAt: Date
  /** The first bills the period, later ones what came late. */
  revision: number
  customerId: Id<'customer'>
  endsAt: Date
  productPriceId: Id<'productPrice'>
  /** What the calculator takes, with decimals as text. */
  price: ColumnType<JsonValue, JsonText, JsonText>
  consumedUnits: string
  creditedUnits: string
  /** Of all of the period, before discounts. */
  amount: MinorUnits
  /** What the period had counted by then. What it has more than was billed came while the order was made. */
  countedUnits: string
  /** Of the events in counted_units. */
  eventCount: number
  /** Of their quantities. */
  eventSum: string
  /** Real time of the database: events that were counted until then are in counted_units. */
  countedUntil: Date
  /** What each lot had served of the period by then. */
  lots: ColumnType<JsonValue, JsonText, JsonText>
  /** By the organization’s clock. */
  settledAt: Date
  /** As settled_usage by then. */
  isOpen: boolean
}

export interface UsageValueTable {
  organizationId: Id<'organization'>
  customerId: Id<'customer'>
  meterId: Id<'meter'>
  /** All zeros outside of subscriptions. */
  subscriptionId: Id<'subscription'>
  entity: string
  startsAt: Date
  valueHash: Buffer
  /** How many events have it; none after all were voided. */
  eventCount: number
  /** How many of the events that have it were removed. */
  removedCount: Generated<number>
}

export interface UsageVoidTable {
  organizationId: Id<'organization'>
  eventId: Id<'usageEvent'>
  /** The event that counts instead. */
  replacedBy: Id<'usageEvent'> | null
  reason: string | null
  /** By the organization’s clock. */
  voidedAt: Date
  /** Real time of the database when balances lost the event; null where none had it. */
  uncountedAt: Date | null
}

export interface UsedOauthRedirectTable {
  organizationId: Id<'organization'>
  id: Id<'oauthRedirect'>
  /** When the redirect would be refused anyway. */
  expiresAt: Date
}

export interface UsersTable {
  id: Id<'user'>
  /** Always in lower case, so that one address is one user. */
  email: string
  emailVerified: Generated<boolean>
  name: string
  image: string | null
  /** In lower case; display_username keeps how it was typed. */
  username: string | null
  displayUsername: string | null
  role: Generated<string>
  banned: boolean | null
  banReason: string | null
  banExpires: Date | null
  /** Counts the changes, for the events about this user. */
  version: Generated<number>
  createdAt: Date
  updatedAt: Date
}

export interface VerificationTable {
  /** The secret itself is only in the mail or the browser. */
  secretHash: Buffer
  purpose: string
  userId: Id<'user'> | null
  /** Sealed JSON: what the holder of the secret may do. */
  value: Buffer | null
  createdAt: Date
  expiresAt: Date
  /** Links that prove an address stay when they were opened, so that opening one again is no error. */
  spentAt: Date | null
}

export interface WebhookAttemptTable {
  organizationId: Id<'organization'>
  /** In the order of time. */
  id: Id<'webhookAttempt'>
  attemptedAt: Date
  endpointId: Id<'webhookEndpoint'>
  deliveryId: Id<'webhookDelivery'>
  /** Of the event in the log. */
  sequence: number
  durationMs: number
  httpCode: number | null
  succeeded: boolean
  /** Why there was no usable response, in words for people. */
  error: string | null
  /** The beginning of the response body. */
  responseHead: string | null
}

export interface WebhookDeliveryTable {
  organizationId: Id<'organization'>
  endpointId: Id<'webhookEndpoint'>
  /** Of the event in the log. */
  sequence: number
  /** Of the event in the log; decides the partition. */
  loggedAt: Date
  /** Sent with every attempt; made of the endpoint and the sequence. */
  id: Id<'webhookDelivery'>
  name: string
  objectType: string
  objectId: string
  objectVersion: number
  customerId: Id<'customer'> | null
  state: string
  attempts: number
  /** The number of attempts when the schedule was last restarted. */
  attemptsBefore: Generated<number>
  /** Real time of the last attempt. */
  attemptedAt: Date | null
  nextAttemptAt: Date | null
  /** The status code of the last attempt; null where there was no response. */
  lastCode: number | null
  createdAt: Date
  modifiedAt: Date | null
}

export interface WebhookEndpointTable {
  organizationId: Id<'organization'>
  id: Id<'webhookEndpoint'>
  url: string
  name: string | null
  format: string
  /** The types of events that are sent to it. */
  events: readonly string[]
  /** The signing secret, encrypted for this row. */
  secretSealed: Buffer
  previousSecretSealed: Buffer | null
  /** In real time: until then both secrets sign. */
  previousSecretUntil: Date | null
  isEnabled: Generated<boolean>
  /** Whether a member disabled it, or the server suspended it after repeated failures. */
  disabledReason: string | null
  createdAt: Date
  modifiedAt: Date | null
  /** Counts the changes. */
  version: Generated<number>
}

export interface WebhookEndpointHealthTable {
  organizationId: Id<'organization'> | null
  id: Id<'webhookEndpoint'> | null
  url: string | null
  name: string | null
  disabledReason: string | null
  failingSince: Date | null
  failedEvents: number | null
  warnedAt: Date | null
  lastSuccessAt: Date | null
  lastCode: number | null
}

export interface WebhookHandledDeliveryTable {
  organizationId: Id<'organization'> | null
  endpointId: Id<'webhookEndpoint'> | null
  sequence: number | null
  name: string | null
  objectType: string | null
  objectId: string | null
  objectVersion: number | null
}

export interface WebhookLaneTable {
  organizationId: Id<'organization'>
  endpointId: Id<'webhookEndpoint'>
  /** All events up to this sequence were sent once. */
  readThrough: number
  /** When that event was logged; earlier events need not be read. */
  readAt: Date
  /** The earliest next attempt of a waiting delivery. */
  dueAt: Date | null
  holder: Id<'deliverer'> | null
  /** End of the lease, by the clock of the database, which all processes share. */
  heldUntil: Date | null
  failingSince: Date | null
  /** Different events that failed since the last success. */
  failedEvents: Generated<number>
  /** When members were warned of the present failure. */
  warnedAt: Date | null
  lastSuccessAt: Date | null
  lastFailureAt: Date | null
  lastCode: number | null
  /** The sequence of the last event about the endpoint's health that members were notified of. */
  notifiedThrough: Generated<number>
  /** Events recorded before the endpoint was created have lower ids. */
  afterEventId: Generated<number>
  /** Whether the holder has a session lock under its id, which ends with its process. */
  holderShowsLife: Generated<boolean>
}

export interface WebhookSubscribedEventTable {
  organizationId: Id<'organization'> | null
  endpointId: Id<'webhookEndpoint'> | null
  name: string | null
}

export interface Tables {
  account: AccountTable
  auditEntry: AuditEntryTable
  auditLogChange: AuditLogChangeTable
  auditLogEntry: AuditLogEntryTable
  auditLogSetting: AuditLogSettingTable
  balanceTransaction: BalanceTransactionTable
  benefit: BenefitTable
  benefitFile: BenefitFileTable
  benefitGrant: BenefitGrantTable
  benefitKind: BenefitKindTable
  benefitOfProduct: BenefitOfProductTable
  billedUsage: BilledUsageTable
  billingEntry: BillingEntryTable
  bookedLine: BookedLineTable
  chargedOrder: ChargedOrderTable
  chargedPayment: ChargedPaymentTable
  checkout: CheckoutTable
  checkoutLink: CheckoutLinkTable
  checkoutLinkLabel: CheckoutLinkLabelTable
  checkoutLinkProduct: CheckoutLinkProductTable
  checkoutProduct: CheckoutProductTable
  colleague: ColleagueTable
  commandLineLogin: CommandLineLoginTable
  coveredUsage: CoveredUsageTable
  creditAccount: CreditAccountTable
  creditBurn: CreditBurnTable
  creditLot: CreditLotTable
  creditLotBurn: CreditLotBurnTable
  creditMovement: CreditMovementTable
  creditPurchase: CreditPurchaseTable
  customField: CustomFieldTable
  customer: CustomerTable
  customerBalance: CustomerBalanceTable
  customerBalanceEntry: CustomerBalanceEntryTable
  customerContact: CustomerContactTable
  customerCredit: CustomerCreditTable
  customerEmailChange: CustomerEmailChangeTable
  customerMeter: CustomerMeterTable
  customerMeterQuantity: CustomerMeterQuantityTable
  customerReference: CustomerReferenceTable
  customerSession: CustomerSessionTable
  deliveryNotice: DeliveryNoticeTable
  discount: DiscountTable
  discountLabel: DiscountLabelTable
  discountProduct: DiscountProductTable
  discountRedemption: DiscountRedemptionTable
  dispute: DisputeTable
  disputeToAnswer: DisputeToAnswerTable
  dueNote: DueNoteTable
  endingSubscription: EndingSubscriptionTable
  entitlingOrder: EntitlingOrderTable
  entitlingSubscription: EntitlingSubscriptionTable
  entryLine: EntryLineTable
  eventLine: EventLineTable
  eventLog: EventLogTable
  exchangeRate: ExchangeRateTable
  externalAccess: ExternalAccessTable
  file: FileTable
  fileDownload: FileDownloadTable
  firstOperator: FirstOperatorTable
  frozenClock: FrozenClockTable
  githubConnection: GithubConnectionTable
  heldSubscription: HeldSubscriptionTable
  idempotencyKey: IdempotencyKeyTable
  invitation: InvitationTable
  invoice: InvoiceTable
  invoiceCounter: InvoiceCounterTable
  invoiceDocument: InvoiceDocumentTable
  journalEntry: JournalEntryTable
  ledgerAccount: LedgerAccountTable
  licenseActivation: LicenseActivationTable
  licenseKey: LicenseKeyTable
  licenseKeyDigest: LicenseKeyDigestTable
  licenseSigningKey: LicenseSigningKeyTable
  life: LifeTable
  listColumns: ListColumnsTable
  mail: MailTable
  member: MemberTable
  meter: MeterTable
  meterLabel: MeterLabelTable
  meteredUsage: MeteredUsageTable
  methodSetUp: MethodSetUpTable
  methodSetUpOutcome: MethodSetUpOutcomeTable
  metricsDay: MetricsDayTable
  metricsDifference: MetricsDifferenceTable
  metricsRollUp: MetricsRollUpTable
  movementBackfill: MovementBackfillTable
  oauthAccount: OauthAccountTable
  offeredFile: OfferedFileTable
  openedCheckout: OpenedCheckoutTable
  orderCorrection: OrderCorrectionTable
  orderItem: OrderItemTable
  orderPayment: OrderPaymentTable
  orderTaxPlace: OrderTaxPlaceTable
  orders: OrdersTable
  organization: OrganizationTable
  organizationAccessToken: OrganizationAccessTokenTable
  organizationClock: OrganizationClockTable
  organizationLimit: OrganizationLimitTable
  organizationProfile: OrganizationProfileTable
  organizationTimeZone: OrganizationTimeZoneTable
  outbox: OutboxTable
  overdueSubscription: OverdueSubscriptionTable
  paidOrder: PaidOrderTable
  partitionPlan: PartitionPlanTable
  payment: PaymentTable
  paymentMethod: PaymentMethodTable
  paymentOutcome: PaymentOutcomeTable
  pendingMovement: PendingMovementTable
  person: PersonTable
  personSession: PersonSessionTable
  picture: PictureTable
  placedOrder: PlacedOrderTable
  placedSale: PlacedSaleTable
  portalCode: PortalCodeTable
  portalCodeGuess: PortalCodeGuessTable
  portalPlan: PortalPlanTable
  processorCustomer: ProcessorCustomerTable
  processorEvent: ProcessorEventTable
  product: ProductTable
  productBenefit: ProductBenefitTable
  productBillingThreshold: ProductBillingThresholdTable
  productCustomField: ProductCustomFieldTable
  productMedia: ProductMediaTable
  productPrice: ProductPriceTable
  productSummary: ProductSummaryTable
  rateLimit: RateLimitTable
  reconciliation: ReconciliationTable
  reconciliationDifference: ReconciliationDifferenceTable
  recurringMovement: RecurringMovementTable
  refund: RefundTable
  sandboxDispute: SandboxDisputeTable
  sandboxIntent: SandboxIntentTable
  sandboxRefund: SandboxRefundTable
  savedView: SavedViewTable
  schemaMigration: SchemaMigrationTable
  secretDirectory: SecretDirectoryTable
  secretOwner: SecretOwnerTable
  sellerDetails: SellerDetailsTable
  sellerTaxNumber: SellerTaxNumberTable
  servedUsage: ServedUsageTable
  session: SessionTable
  settledUsage: SettledUsageTable
  sharedCheckoutLink: SharedCheckoutLinkTable
  stoppedTopUp: StoppedTopUpTable
  subscription: SubscriptionTable
  subscriptionAttempt: SubscriptionAttemptTable
  subscriptionChange: SubscriptionChangeTable
  subscriptionMeter: SubscriptionMeterTable
  subscriptionMovement: SubscriptionMovementTable
  subscriptionNotice: SubscriptionNoticeTable
  subscriptionNotifiedProduct: SubscriptionNotifiedProductTable
  subscriptionPrice: SubscriptionPriceTable
  subscriptionPriceKind: SubscriptionPriceKindTable
  subscriptionShown: SubscriptionShownTable
  subscriptionStart: SubscriptionStartTable
  taxRegistration: TaxRegistrationTable
  taxTransaction: TaxTransactionTable
  team: TeamTable
  topUp: TopUpTable
  unacceptedSubscription: UnacceptedSubscriptionTable
  undeliveredGrant: UndeliveredGrantTable
  usageAdoption: UsageAdoptionTable
  usageAlert: UsageAlertTable
  usageBilledEarly: UsageBilledEarlyTable
  usageErasure: UsageErasureTable
  usageEvent: UsageEventTable
  usageEventKey: UsageEventKeyTable
  usageEventName: UsageEventNameTable
  usageLimit: UsageLimitTable
  usagePeriod: UsagePeriodTable
  usageReservation: UsageReservationTable
  usageRetention: UsageRetentionTable
  usageSettlement: UsageSettlementTable
  usageValue: UsageValueTable
  usageVoid: UsageVoidTable
  usedOauthRedirect: UsedOauthRedirectTable
  users: UsersTable
  verification: VerificationTable
  webhookAttempt: WebhookAttemptTable
  webhookDelivery: WebhookDeliveryTable
  webhookEndpoint: WebhookEndpointTable
  webhookEndpointHealth: WebhookEndpointHealthTable
  webhookHandledDelivery: WebhookHandledDeliveryTable
  webhookLane: WebhookLaneTable
  webhookSubscribedEvent: WebhookSubscribedEventTable
}
