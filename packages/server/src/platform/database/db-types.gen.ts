// Generated from the catalog by tools/db-types.ts; not to be edited.
import type { Id } from '@guildhall/contract/primitives'
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
}

export interface FirstOperatorTable {
  onlyRow: Generated<boolean>
  userId: Id<'user'>
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
  customer: CustomerTable
  customerSession: CustomerSessionTable
  eventLine: EventLineTable
  eventLog: EventLogTable
  firstOperator: FirstOperatorTable
  idempotencyKey: IdempotencyKeyTable
  invitation: InvitationTable
  mail: MailTable
  member: MemberTable
  organization: OrganizationTable
  organizationAccessToken: OrganizationAccessTokenTable
  organizationAllowance: OrganizationAllowanceTable
  organizationClock: OrganizationClockTable
  outbox: OutboxTable
  partitionPlan: PartitionPlanTable
  person: PersonTable
  rateLimit: RateLimitTable
  schemaMigration: SchemaMigrationTable
  secretDirectory: SecretDirectoryTable
  session: SessionTable
  team: TeamTable
  users: UsersTable
  verification: VerificationTable
}
