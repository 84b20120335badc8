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

export interface PersonTable {
  id: Id<'user'> | null
  name: string | null
  email: string | null
  emailVerified: boolean | null
  image: string | null
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
  customField: CustomFieldTable
  customer: CustomerTable
  customerSession: CustomerSessionTable
  discount: DiscountTable
  discountProduct: DiscountProductTable
  eventLine: EventLineTable
  eventLog: EventLogTable
  file: FileTable
  finishedRoundTrip: FinishedRoundTripTable
  firstOperator: FirstOperatorTable
  githubConnection: GithubConnectionTable
  idempotencyKey: IdempotencyKeyTable
  invitation: InvitationTable
  mail: MailTable
  member: MemberTable
  meter: MeterTable
  organization: OrganizationTable
  organizationAccessToken: OrganizationAccessTokenTable
  organizationAllowance: OrganizationAllowanceTable
  organizationClock: OrganizationClockTable
  outbox: OutboxTable
  partitionPlan: PartitionPlanTable
  person: PersonTable
  product: ProductTable
  productBenefit: ProductBenefitTable
  productCustomField: ProductCustomFieldTable
  productMedia: ProductMediaTable
  productPrice: ProductPriceTable
  rateLimit: RateLimitTable
  schemaMigration: SchemaMigrationTable
  secretDirectory: SecretDirectoryTable
  session: SessionTable
  team: TeamTable
  users: UsersTable
  verification: VerificationTable
}
