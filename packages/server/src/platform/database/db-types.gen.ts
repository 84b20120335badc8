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
  prorationBehavior: Generated<string>
  /** Counts the changes, for the events about this organization. */
  version: Generated<number>
  createdAt: Date
  modifiedAt: Date | null
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
}

export interface PersonTable {
  id: Id<'user'> | null
  name: string | null
  email: string | null
  emailVerified: boolean | null
  image: string | null
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

export interface Tables {
  account: AccountTable
  auditEntry: AuditEntryTable
  benefit: BenefitTable
  benefitFile: BenefitFileTable
  checkout: CheckoutTable
  checkoutLink: CheckoutLinkTable
  checkoutLinkProduct: CheckoutLinkProductTable
  checkoutProduct: CheckoutProductTable
  customField: CustomFieldTable
  customer: CustomerTable
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
  orderItem: OrderItemTable
  orders: OrdersTable
  organization: OrganizationTable
  organizationAccessToken: OrganizationAccessTokenTable
  organizationAllowance: OrganizationAllowanceTable
  organizationClock: OrganizationClockTable
  outbox: OutboxTable
  partitionPlan: PartitionPlanTable
  payment: PaymentTable
  person: PersonTable
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
  taxRegistration: TaxRegistrationTable
  taxTransaction: TaxTransactionTable
  team: TeamTable
  users: UsersTable
  verification: VerificationTable
}
