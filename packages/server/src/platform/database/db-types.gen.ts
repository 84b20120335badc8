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

export interface BenefitTable {
  organizationId: Id<'organization'>
  id: Id<'benefit'>
  type: string
  /** What buyers are shown. */
  description: string
  /** False: products neither gain nor lose it. */
  selectable: Generated<boolean>
  deletable: Generated<boolean>
  /** What its type asks for, apart from the meter and the files. */
  properties: ColumnType<JsonValue, JsonText | undefined, JsonText>
  /** What credits are given on. */
  meterId: Id<'meter'> | null
  metadata: ColumnType<JsonValue, JsonText | undefined, JsonText>
  /** Counts the changes, for the events about this benefit. */
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
  /** True: no longer offered, but listed still. Null where the seller says neither. */
  archived: boolean | null
}

export interface BillingEntryTable {
  organizationId: Id<'organization'>
  id: Id<'billingEntry'>
  subscriptionId: Id<'subscription'>
  /** Null until it is billed. */
  orderId: Id<'order'> | null
  /** Among those that came with it. */
  position: number
  kind: string
  label: string
  /** Below zero where something is given back. */
  amount: MinorUnits
  /** Whole minor units of a currency. */
  discountAmount: MinorUnits
  /** Whether the discount of the order touches it. */
  isDiscounted: boolean
  periodStart: Date
  periodEnd: Date
  productPriceId: Id<'productPrice'> | null
  createdAt: Date
}

export interface CheckoutTable {
  organizationId: Id<'organization'>
  id: Id<'checkout'>
  secretHash: Buffer
  /** Which of the server's secrets the page's secret is derived with. */
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
  /** What was worked out for the address; null until there is one. */
  tax: ColumnType<JsonValue | null, JsonText | null | undefined, JsonText | null>
  allowDiscountCodes: boolean
  requireBillingAddress: boolean
  isBusinessCustomer: boolean
  customerId: Id<'customer'> | null
  /** The seller said who the buyer is; otherwise the buyer only says so. */
  isCustomerGiven: Generated<boolean>
  /** Whom a confirmation of this checkout created as a customer. */
  madeCustomerId: Id<'customer'> | null
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
  /** Of the attempt that counts: another one's news changes nothing here. */
  paymentId: Id<'payment'> | null
  successUrl: string | null
  embedOrigin: string | null
  /** Counts the changes: what was decided on an earlier one isn't saved. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
  /** By the organization's clock, like all that billing does. */
  expiresAt: Date
  subscriptionId: Id<'subscription'> | null
  /** Of the attempt that counts. */
  setUpId: Id<'methodSetUp'> | null
}

export interface CheckoutLinkTable {
  organizationId: Id<'organization'>
  id: Id<'checkoutLink'>
  /** What the address ends with; it lets nobody do more than buy. */
  clientSecret: string
  secretHash: Buffer
  label: string | null
  discountId: Id<'discount'> | null
  allowDiscountCodes: boolean
  requireBillingAddress: boolean
  /** Where a buyer goes after; {CHECKOUT_ID} becomes the checkout's id. */
  successUrl: string | null
  /** Every checkout of this link gets it. */
  metadata: ColumnType<JsonValue, JsonText | undefined, JsonText>
  /** Counts the changes, for the events about this link. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
  deletedAt: Date | null
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

export interface CustomFieldTable {
  organizationId: Id<'organization'>
  id: Id<'customField'>
  type: string
  /** What the answer is called; unique among the living. */
  slug: string
  name: string
  /** What the form shows, and what the type allows. */
  properties: ColumnType<JsonValue, JsonText, JsonText>
  metadata: ColumnType<JsonValue, JsonText | undefined, JsonText>
  /** Counts the changes, for the events about this field. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
  deletedAt: Date | null
}

export interface CustomerTable {
  organizationId: Id<'organization'>
  id: Id<'customer'>
  /** As it was written; unique in any case among the living. */
  email: string
  emailVerified: Generated<boolean>
  /** What the seller's own system calls the customer. */
  externalId: string | null
  name: string | null
  billingAddress: ColumnType<JsonValue | null, JsonText | null | undefined, JsonText | null>
  taxId: string | null
  taxIdFormat: string | null
  metadata: ColumnType<JsonValue, JsonText | undefined, JsonText>
  /** Counts the changes, for the events about this customer. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
  deletedAt: Date | null
}

export interface CustomerBalanceTable {
  organizationId: Id<'organization'>
  customerId: Id<'customer'>
  /** ISO 4217 in lower case. */
  currency: Currency
  /** Whole minor units of a currency. */
  amount: MinorUnits
  entryCount: number
}

export interface CustomerBalanceEntryTable {
  organizationId: Id<'organization'>
  id: Id<'customerBalanceEntry'>
  customerId: Id<'customer'>
  /** ISO 4217 in lower case. */
  currency: Currency
  position: number
  /** An order that came to less than nothing is credited; an order uses what there is; what is too little to be charged is carried, and collected by the next order; an order that is given up returns what it used, and one that is paid after all takes it again. */
  kind: string
  /** Whole minor units of a currency. */
  amount: MinorUnits
  /** What there is after it. */
  balance: MinorUnits
  orderId: Id<'order'>
  /** By the organization's clock. */
  createdAt: Date
}

export interface CustomerSessionTable {
  organizationId: Id<'organization'>
  id: Id<'customerSession'>
  customerId: Id<'customer'>
  secretHash: Buffer
  createdAt: Date
  /** By the organization's clock, like all that billing does. */
  expiresAt: Date
}

export interface DiscountTable {
  organizationId: Id<'organization'>
  id: Id<'discount'>
  name: string
  /** As it was written; unique in any case among the living. */
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
  /** By the organization's clock, like all that billing does. */
  startsAt: Date | null
  /** Not any more at this instant. */
  endsAt: Date | null
  maxRedemptions: number | null
  /** How often it was used; what it takes off is frozen then. */
  redemptionsCount: Generated<number>
  metadata: ColumnType<JsonValue, JsonText | undefined, JsonText>
  /** Counts the changes, for the events about this discount. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
  deletedAt: Date | null
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

export interface FileTable {
  organizationId: Id<'organization'>
  id: Id<'file'>
  service: string
  name: string
  /** Where the bytes lie; it keeps the first name. */
  path: string
  mimeType: string
  size: number
  /** Until it is uploaded what was promised; of several parts it may be that of their digests. */
  checksumSha256: Buffer | null
  checksumEtag: string | null
  storageVersion: string | null
  /** What the seller calls this version of the file. */
  versionName: string | null
  isUploaded: Generated<boolean>
  lastModifiedAt: Date | null
  /** The storage's own name of the upload. */
  uploadId: string | null
  /** Which bytes each part holds. */
  uploadParts: ColumnType<JsonValue | null, JsonText | null | undefined, JsonText | null>
  /** When no part can be sent any more, in real time. */
  uploadEndsAt: Date | null
  /** Counts the changes, for the events about this file. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
  deletedAt: Date | null
}

export interface FinishedRoundTripTable {
  organizationId: Id<'organization'>
  id: Id<'roundTrip'>
  /** When it couldn't come back anyway. */
  expiresAt: Date
}

export interface FirstOperatorTable {
  onlyRow: Generated<boolean>
  userId: Id<'user'>
}

export interface GithubConnectionTable {
  organizationId: Id<'organization'>
  sessionId: Id<'session'>
  login: string
  /** Sealed for this row. */
  accessToken: Buffer
  expiresAt: Date
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
  /** Stays when the user is deleted. */
  inviterId: Id<'user'>
  createdAt: Date
  expiresAt: Date
  version: Generated<number>
}

export interface InvoiceTable {
  organizationId: Id<'organization'>
  id: Id<'invoice'>
  /** Counts invoices and credit notes of the organization together. */
  position: number
  /** As it is printed, with the slug that the organization had then. */
  number: string
  kind: string
  orderId: Id<'order'>
  /** Which invoice a credit note takes back. */
  correctsId: Id<'invoice'> | null
  issuedAt: Date
}

export interface InvoiceCounterTable {
  organizationId: Id<'organization'>
  lastPosition: number
}

export interface InvoiceDocumentTable {
  organizationId: Id<'organization'>
  invoiceId: Id<'invoice'>
  printed: ColumnType<JsonValue, JsonText, JsonText>
  pdf: Buffer
  madeAt: Date
}

export interface JournalTable {
  organizationId: Id<'organization'>
  id: Id<'journal'>
  kind: string
  /** What is booked, by its kind and name: never booked twice. */
  source: string
  orderId: Id<'order'> | null
  paymentId: Id<'payment'> | null
  refundId: Id<'refund'> | null
  /** As the processor calls it. */
  disputeId: string | null
  /** By the organization's clock. */
  occurredAt: Date
  /** Real time of the transaction that wrote it; set by the database. */
  writtenAt: Generated<Date>
  /** The transaction that wrote it; set by the database. */
  transactionId: Generated<number>
}

export interface JournalLineTable {
  organizationId: Id<'organization'>
  journalId: Id<'journal'>
  ordinal: number
  account: string
  /** Whose tax it is: DE, US-CA. Null where nobody knows. */
  place: string | null
  /** ISO 4217 in lower case. */
  currency: Currency
  /** Whole minor units of a currency. */
  debit: MinorUnits
  /** Whole minor units of a currency. */
  credit: MinorUnits
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
}

export interface MemberTable {
  organizationId: Id<'organization'>
  id: Id<'member'>
  userId: Id<'user'>
  /** Several are joined by commas. */
  role: string
  teamId: Id<'team'> | null
  createdAt: Date
  version: Generated<number>
}

export interface MeterTable {
  organizationId: Id<'organization'>
  id: Id<'meter'>
  name: string
  /** A tree of clauses: which events count. */
  filter: ColumnType<JsonValue, JsonText, JsonText>
  aggregationFunc: string
  /** Of the events' metadata; none where they are counted. */
  aggregationProperty: string | null
  metadata: ColumnType<JsonValue, JsonText | undefined, JsonText>
  /** Counts the changes, for the events about this meter. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
}

export interface MethodSetUpTable {
  organizationId: Id<'organization'>
  id: Id<'methodSetUp'>
  customerId: Id<'customer'>
  checkoutId: Id<'checkout'> | null
  status: Generated<string>
  processor: string
  /** What the processor calls it; null until it has heard of it. */
  processorId: string | null
  /** Stands for the card entry. */
  confirmationToken: string | null
  /** With it the customer's browser carries on; there while the customer is asked. Sealed for this row. */
  clientSecret: Buffer | null
  returnUrl: string | null
  /** Also where the customer has a default already. */
  becomesDefault: boolean
  declineReason: string | null
  declineMessage: string | null
  /** What came of it. */
  paymentMethodId: Id<'paymentMethod'> | null
  /** In real time, in which the processor forgets idempotency keys. */
  begunAt: Date
  /** Counts the changes, for the events about this set-up. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
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
  /** What the tax engine calls its calculation. */
  taxCalculationId: string | null
  billingName: string | null
  billingAddress: ColumnType<JsonValue | null, JsonText | null | undefined, JsonText | null>
  taxId: string | null
  taxIdFormat: string | null
  customFieldData: ColumnType<JsonValue, JsonText | undefined, JsonText>
  metadata: ColumnType<JsonValue, JsonText | undefined, JsonText>
  /** Counts the changes, for the events about this order. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
  /** By the organization's clock, like all that billing does. */
  paidAt: Date | null
  /** When the customer was told by mail that it is paid. */
  toldAt: Date | null
  invoiceNumber: string | null
  isInvoiceGenerated: Generated<boolean>
  /** What the customer's balance paid of it; below zero what went there, or was collected with it. */
  appliedBalanceAmount: Generated<MinorUnits>
  /** What the order is for, where it is for a time. */
  periodStart: Date | null
  periodEnd: Date | null
  /** When nobody tried to collect it any more. */
  givenUpAt: Date | null
}

export interface OrganizationTable {
  id: Id<'organization'>
  slug: string
  name: string
  /** Called logo on the account wire, avatar_url on the billing wire. */
  avatarUrl: string | null
  /** As the application sent it, in its order. */
  metadata: ColumnType<JsonValue | null, JsonText | null | undefined, JsonText | null>
  email: string | null
  website: string | null
  socials: ColumnType<JsonValue, JsonText | undefined, JsonText>
  /** What the seller tells about the business, once; never shown again. */
  details: ColumnType<JsonValue | null, JsonText | null | undefined, JsonText | null>
  detailsSubmittedAt: Date | null
  issueFundingEnabled: Generated<boolean>
  usageBasedBillingEnabled: Generated<boolean>
  allowMultipleSubscriptions: Generated<boolean>
  allowCustomerUpdates: Generated<boolean>
  /** How a change of plan is charged where nobody says. */
  prorationBehavior: Generated<string>
  /** Counts the changes, for the events about this organization. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
  /** Days after the first failed payment on which another is tried, in their order. */
  dunningAttemptDays: Generated<readonly number[]>
  /** How long benefits stay after a failed payment. */
  dunningGraceDays: Generated<number>
  /** What becomes of a subscription that nobody pays. */
  dunningFinalAction: Generated<string>
}

export interface OrganizationAccessTokenTable {
  organizationId: Id<'organization'>
  id: Id<'organizationAccessToken'>
  secretHash: Buffer
  comment: string
  scopes: readonly string[]
  /** Null: good until it is revoked. */
  expiresAt: Date | null
  /** To within some minutes. */
  lastUsedAt: Date | null
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
}

export interface OrganizationAllowanceTable {
  userId: Id<'user'>
  organizationsMax: number
}

export interface OrganizationClockTable {
  organizationId: Id<'organization'>
  /** The instant at which the clock stands; null is real time. */
  frozenAt: Date | null
  advanceId: string | null
  /** In real time; prolonged while an advance goes on. */
  advanceUntil: Date | null
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

export interface PartitionPlanTable {
  parent: string
  keep: unknown
}

export interface PaymentTable {
  organizationId: Id<'organization'>
  id: Id<'payment'>
  status: Generated<string>
  processor: string
  /** What the processor calls it; null until it has heard of it. */
  processorId: string | null
  /** Whole minor units of a currency. */
  amount: MinorUnits
  /** ISO 4217 in lower case. */
  currency: Currency
  method: Generated<string>
  /** Of a card its brand, its last four digits and its country. */
  methodMetadata: ColumnType<JsonValue | null, JsonText | null | undefined, JsonText | null>
  declineReason: string | null
  /** What helps the buyer. */
  declineMessage: string | null
  /** Stands for the card entry, and is good for one charge. */
  confirmationToken: string | null
  /** With it the buyer's browser carries on; there while the buyer is asked. Sealed for this row. */
  clientSecret: Buffer | null
  description: string
  /** As it was then: the buyer's bank shows it. */
  sellerName: string
  returnUrl: string | null
  /** What the processor is told beside it. */
  metadata: ColumnType<JsonValue, JsonText | undefined, JsonText>
  checkoutId: Id<'checkout'> | null
  orderId: Id<'order'> | null
  customerId: Id<'customer'>
  customerEmail: string
  /** In real time, in which the processor forgets idempotency keys. */
  begunAt: Date
  /** Counts the changes, for the events about this payment. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
  /** What is charged, or what was kept of this payment. */
  paymentMethodId: Id<'paymentMethod'> | null
  /** Whether the card is kept for later when the payment succeeds. */
  keepsMethod: Generated<boolean>
  /** When it is looked after if it is pending yet, in real time; null where nobody has to. */
  resumeAt: Date | null
}

export interface PaymentMethodTable {
  organizationId: Id<'organization'>
  id: Id<'paymentMethod'>
  customerId: Id<'customer'>
  processor: string
  /** What a later charge names. */
  processorId: string
  /** Whose it is there; null where the processor knows no customers. */
  processorCustomerId: string | null
  type: string
  brand: string | null
  last4: string | null
  /** Where the card is from. */
  country: string | null
  expMonth: number | null
  expYear: number | null
  wallet: string | null
  /** What is charged where nothing else is said. */
  isDefault: boolean
  createdAt: Date
  deletedAt: Date | null
}

export interface PersonTable {
  id: Id<'user'> | null
  name: string | null
  email: string | null
  emailVerified: boolean | null
  image: string | null
}

export interface PortalCodeTable {
  organizationId: Id<'organization'>
  id: Id<'portalCode'>
  customerId: Id<'customer'>
  keyId: string
  /** Signed by a key of the server, since so short a code could be guessed from a hash. */
  codeMac: Buffer
  guessesLeft: number
  createdAt: Date
  expiresAt: Date
}

export interface ProcessorCustomerTable {
  organizationId: Id<'organization'>
  customerId: Id<'customer'>
  processor: string
  /** What the processor calls them. */
  processorId: string
  createdAt: Date
}

export interface ProcessorNewsTable {
  organizationId: Id<'organization'>
  processor: string
  eventId: string
  /** In real time, in which processors repeat themselves. */
  heardAt: Date
}

export interface ProductTable {
  organizationId: Id<'organization'>
  id: Id<'product'>
  name: string
  description: string | null
  /** None: it is bought once. Stays as it is. */
  recurringInterval: string | null
  isArchived: Generated<boolean>
  metadata: ColumnType<JsonValue, JsonText | undefined, JsonText>
  /** Of the living price that is shown first; lists are sorted by it. */
  leadingAmountType: string
  /** The least that the price shown first takes at once; lists are sorted by it. */
  leadingAmount: MinorUnits
  /** Counts the changes, for the events about this product. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
}

export interface ProductBenefitTable {
  organizationId: Id<'organization'>
  productId: Id<'product'>
  benefitId: Id<'benefit'>
  position: number
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
  /** Among all that the product ever had, in the order of their making. */
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
  /** In minor units, of which it may be a fraction. */
  unitAmount: string | null
  /** Whole minor units of a currency. */
  capAmount: MinorUnits | null
  meterId: Id<'meter'> | null
  createdAt: Date
  modifiedAt: Date | null
}

export interface RateLimitTable {
  /** Keyed hash of rule and subject: neither address nor e-mail */
  key: Buffer
  hits: number
  endsAt: Date
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
  /** What the processor calls it; null until it has answered. */
  processorId: string | null
  failureReason: string | null
  /** When the processor's first word of it was noted. */
  answeredAt: Date | null
  /** When the customer was told by mail that it succeeded. */
  toldAt: Date | null
  /** Counts the changes, for the events about this refund. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
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

export interface SchemaMigrationTable {
  number: number
  name: string
  checksum: string
  appliedAt: Generated<Date>
}

export interface SecretDirectoryTable {
  /** SHA-256 of the secret, which nobody here knows. */
  hash: Buffer
  organizationId: Id<'organization'>
}

export interface SellerDetailsTable {
  organizationId: Id<'organization'>
  /** The legal name; null where it is the organization's own. */
  name: string | null
  address: ColumnType<JsonValue | null, JsonText | null | undefined, JsonText | null>
  taxNumber: string | null
  /** What else the law wants at the foot of the page. */
  footer: string | null
  /** Counts the changes, for the events about these details. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
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

export interface SubscriptionTable {
  organizationId: Id<'organization'>
  id: Id<'subscription'>
  status: string
  customerId: Id<'customer'>
  productId: Id<'product'>
  discountId: Id<'discount'> | null
  /** Start of the first period that it took something off. */
  discountAppliedAt: Date | null
  /** The first one: an upgrade keeps it. */
  checkoutId: Id<'checkout'> | null
  /** Null: the customer's default. */
  paymentMethodId: Id<'paymentMethod'> | null
  /** ISO 4217 in lower case. */
  currency: Currency
  /** What its prices take each period, less the discount. */
  amount: MinorUnits
  recurringInterval: string
  /** The day of the month on which its periods begin, where the month has it. */
  anchorDay: number
  currentPeriodStart: Date
  currentPeriodEnd: Date
  trialEnd: Date | null
  incompleteUntil: Date | null
  /** When it first became active; stays. */
  startedAt: Date | null
  cancelAtPeriodEnd: Generated<boolean>
  /** When the wish was expressed. */
  canceledAt: Date | null
  /** When it will end. */
  endsAt: Date | null
  /** When it ended in fact. */
  endedAt: Date | null
  customerCancellationReason: string | null
  customerCancellationComment: string | null
  pastDueAt: Date | null
  /** Payments that failed since it is past due, without the one that made it so. */
  attempts: Generated<number>
  nextAttemptAt: Date | null
  /** Until when benefits stay although a payment is overdue; null once that is over. */
  graceEndsAt: Date | null
  /** When the final action of dunning comes; null once it came. */
  lastResortAt: Date | null
  /** When what it gave was taken away: at its end, or when grace was over. */
  revokedAt: Date | null
  /** What the next period begins with. */
  pendingChange: ColumnType<JsonValue | null, JsonText | null | undefined, JsonText | null>
  customFieldData: ColumnType<JsonValue, JsonText | undefined, JsonText>
  metadata: ColumnType<JsonValue, JsonText | undefined, JsonText>
  /** When something is to be decided; null where nothing will be. */
  dueAt: Date | null
  /** Not where its organization's clock was advanced: then only that clock makes it due. */
  runsOnRealTime: Generated<boolean>
  /** In real time: until then whoever claimed it carries on, and nobody else. */
  claimedUntil: Date | null
  /** Counts the changes: what was decided on an earlier one isn't saved. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
}

export interface SubscriptionAttemptTable {
  organizationId: Id<'organization'>
  paymentId: Id<'payment'>
  subscriptionId: Id<'subscription'>
  orderId: Id<'order'>
  /** Whether it counts when it fails: of what was tried at once only one does. */
  isCounted: boolean
  begunAt: Date
}

export interface SubscriptionChangeTable {
  organizationId: Id<'organization'>
  subscriptionId: Id<'subscription'>
  paymentId: Id<'payment'>
  /** Of the subscription that it was decided on. */
  version: number
  /** What is wanted, with all that its decision was told. */
  wish: ColumnType<JsonValue, JsonText, JsonText>
  /** The instant for which it was worked out. */
  decidedAt: Date
}

export interface SubscriptionMeterTable {
  organizationId: Id<'organization'>
  id: Id<'subscriptionMeter'>
  subscriptionId: Id<'subscription'>
  meterId: Id<'meter'>
  consumedUnits: Generated<string>
  creditedUnits: Generated<number>
  /** What it comes to so far. */
  amount: Generated<MinorUnits>
  createdAt: Date
  modifiedAt: Date | null
}

export interface SubscriptionPlanToldTable {
  organizationId: Id<'organization'>
  subscriptionId: Id<'subscription'>
  productId: Id<'product'>
  /** Of the subscription as it was told last. */
  version: number
}

export interface SubscriptionPriceTable {
  organizationId: Id<'organization'>
  subscriptionId: Id<'subscription'>
  productPriceId: Id<'productPrice'>
  position: number
  kind: string
  /** Of one, each period; nothing of what is metered or free. */
  amount: MinorUnits
  /** What the discount takes off all of them in the current period. */
  discountAmount: Generated<MinorUnits>
  /** In minor units, of which it may be a fraction. */
  unitAmount: string | null
  /** Whole minor units of a currency. */
  capAmount: MinorUnits | null
  meterId: Id<'meter'> | null
  quantity: Generated<number>
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

export interface SubscriptionToldTable {
  organizationId: Id<'organization'>
  subscriptionId: Id<'subscription'>
  about: string
  toldAt: Date
}

export interface TaxRegistrationTable {
  organizationId: Id<'organization'>
  id: Id<'taxRegistration'>
  country: string
  /** Null where the registration is the whole country's. */
  state: string | null
  /** Whether it counts there alone, or in the whole European Union and at whose rates. */
  scheme: string
  taxNumber: string | null
  /** By the organization's clock. */
  collectsSince: Date
  /** Counts the changes, for the events about this registration. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
  deletedAt: Date | null
}

export interface TaxTransactionTable {
  organizationId: Id<'organization'>
  /** The order, or the refund. */
  sourceId: string
  /** Of a sale: by which its tax was calculated. */
  calculationId: string | null
  /** What it is called there; null until it is told. */
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
  /** Why there was no good answer, in words for people. */
  error: string | null
  /** How the answer began. */
  responseHead: string | null
}

export interface WebhookDeliveryTable {
  organizationId: Id<'organization'>
  endpointId: Id<'webhookEndpoint'>
  /** Of the event in the log. */
  sequence: number
  /** Of the event in the log; decides the partition. */
  loggedAt: Date
  /** Sent along, and the same each time: made of the endpoint and the sequence. */
  id: Id<'webhookDelivery'>
  name: string
  objectType: string
  objectId: string
  objectVersion: number
  customerId: Id<'customer'> | null
  state: string
  attempts: number
  /** How many there had been when the schedule began afresh. */
  attemptsBefore: Generated<number>
  /** Real time of the last attempt. */
  attemptedAt: Date | null
  nextAttemptAt: Date | null
  /** What the last attempt was answered with, if at all. */
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
  /** The types of events that it asks for. */
  events: readonly string[]
  /** What it is signed with. Sealed for this row. */
  secretSealed: Buffer
  previousSecretSealed: Buffer | null
  /** In real time: until then both secrets sign, so that nobody has to change over in one moment. */
  previousSecretUntil: Date | null
  isEnabled: Generated<boolean>
  /** Who stopped it: a member, or the server because it failed again and again. */
  disabledReason: string | null
  createdAt: Date
  modifiedAt: Date | null
  /** Counts the changes. */
  version: Generated<number>
}

export interface WebhookLaneTable {
  organizationId: Id<'organization'>
  endpointId: Id<'webhookEndpoint'>
  /** The sequence up to which every event has left for the first time. */
  readThrough: number
  /** When that one was logged: what is older need not be looked at. */
  readAt: Date
  /** No delivery that waits is due before, so that nobody has to look for it. */
  dueAt: Date | null
  holder: Id<'deliverer'> | null
  /** By the clock of the database, which all processes share. */
  heldUntil: Date | null
  failingSince: Date | null
  /** Different events that failed since the last success. */
  failedEvents: Generated<number>
  /** When the members were told of this row of failures. */
  warnedAt: Date | null
  lastSuccessAt: Date | null
  lastFailureAt: Date | null
  lastCode: number | null
  /** The sequence of the last event about the endpoint itself that members were told of. */
  toldThrough: Generated<number>
}

export interface WebhookListenerTable {
  organizationId: Id<'organization'> | null
  endpointId: Id<'webhookEndpoint'> | null
  name: string | null
}

export interface WebhookTakenTable {
  organizationId: Id<'organization'> | null
  endpointId: Id<'webhookEndpoint'> | null
  sequence: number | null
  name: string | null
  objectType: string | null
  objectId: string | null
  objectVersion: number | null
}

export interface Tables {
  account: AccountTable
  auditEntry: AuditEntryTable
  benefit: BenefitTable
  benefitFile: BenefitFileTable
  billingEntry: BillingEntryTable
  checkout: CheckoutTable
  checkoutLink: CheckoutLinkTable
  checkoutLinkProduct: CheckoutLinkProductTable
  checkoutProduct: CheckoutProductTable
  customField: CustomFieldTable
  customer: CustomerTable
  customerBalance: CustomerBalanceTable
  customerBalanceEntry: CustomerBalanceEntryTable
  customerSession: CustomerSessionTable
  discount: DiscountTable
  discountProduct: DiscountProductTable
  discountRedemption: DiscountRedemptionTable
  eventLine: EventLineTable
  eventLog: EventLogTable
  file: FileTable
  finishedRoundTrip: FinishedRoundTripTable
  firstOperator: FirstOperatorTable
  githubConnection: GithubConnectionTable
  idempotencyKey: IdempotencyKeyTable
  invitation: InvitationTable
  invoice: InvoiceTable
  invoiceCounter: InvoiceCounterTable
  invoiceDocument: InvoiceDocumentTable
  journal: JournalTable
  journalLine: JournalLineTable
  ledgerAccount: LedgerAccountTable
  mail: MailTable
  member: MemberTable
  meter: MeterTable
  methodSetUp: MethodSetUpTable
  orderItem: OrderItemTable
  orders: OrdersTable
  organization: OrganizationTable
  organizationAccessToken: OrganizationAccessTokenTable
  organizationAllowance: OrganizationAllowanceTable
  organizationClock: OrganizationClockTable
  outbox: OutboxTable
  partitionPlan: PartitionPlanTable
  payment: PaymentTable
  paymentMethod: PaymentMethodTable
  person: PersonTable
  portalCode: PortalCodeTable
  processorCustomer: ProcessorCustomerTable
  processorNews: ProcessorNewsTable
  product: ProductTable
  productBenefit: ProductBenefitTable
  productCustomField: ProductCustomFieldTable
  productMedia: ProductMediaTable
  productPrice: ProductPriceTable
  rateLimit: RateLimitTable
  refund: RefundTable
  sandboxIntent: SandboxIntentTable
  sandboxRefund: SandboxRefundTable
  schemaMigration: SchemaMigrationTable
  secretDirectory: SecretDirectoryTable
  sellerDetails: SellerDetailsTable
  session: SessionTable
  subscription: SubscriptionTable
  subscriptionAttempt: SubscriptionAttemptTable
  subscriptionChange: SubscriptionChangeTable
  subscriptionMeter: SubscriptionMeterTable
  subscriptionPlanTold: SubscriptionPlanToldTable
  subscriptionPrice: SubscriptionPriceTable
  subscriptionShown: SubscriptionShownTable
  subscriptionTold: SubscriptionToldTable
  taxRegistration: TaxRegistrationTable
  taxTransaction: TaxTransactionTable
  team: TeamTable
  users: UsersTable
  verification: VerificationTable
  webhookAttempt: WebhookAttemptTable
  webhookDelivery: WebhookDeliveryTable
  webhookEndpoint: WebhookEndpointTable
  webhookLane: WebhookLaneTable
  webhookListener: WebhookListenerTable
  webhookTaken: WebhookTakenTable
}
