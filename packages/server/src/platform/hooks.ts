import type { Id } from '@guildhall/contract/primitives'
import type { Selectable, Transaction } from 'kysely'
import type { Period } from '../kernel/period.ts'
import type { Refusal } from '../kernel/refusal.ts'
import type { CustomerTable, MeterTable, Tables } from './database/db-types.gen.ts'
import type { Actor } from './outbox/record.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/**
 * Hooks that let a domain involve those to its right, which it must not import. Each domain
 * registers its hooks in its manifest; all run in the caller's transaction, with the object locked.
 */
export interface Hooks {
  readonly userDeletionHooks: readonly UserDeletionHook[]
  readonly organizationDeletionBlockers: readonly OrganizationDeletionBlocker[]
  readonly onFileDeleted: readonly FileDeletedHook[]
  readonly onBenefitDeleted: readonly BenefitDeletedHook[]
  readonly onMeterDefined: readonly MeterDefinedHook[]
  readonly meterRedefinitionBlockers: readonly MeterRedefinitionBlocker[]
  readonly onMeteredPeriodsChanged: readonly MeteredPeriodsHook[]
  readonly onUsageSettled: readonly UsageSettledHook[]
  readonly onCustomFieldRenamed: readonly CustomFieldRenamedHook[]
  readonly beforePaymentMethodDeletion: readonly PaymentMethodDeletionHook[]
  readonly onCustomerChanged: readonly CustomerChangedHook[]
  readonly beforeCustomerDeletion: readonly CustomerDeletionHook[]
  readonly customerErasers: readonly CustomerEraser[]
  readonly onDisputeChanged: readonly DisputeHook[]
  readonly grantDescribers: readonly GrantDescriber[]
}

export interface UserDeletionHook {
  /** Why the user can't be deleted, or null. */
  readonly refuses: (tx: Transaction<Tables>, userId: Id<'user'>) => Promise<Refusal | null>
  /** Deletes dependent data of the user, after all checks passed. */
  readonly carryOut: (uow: UnitOfWork, userId: Id<'user'>) => Promise<void>
}

/** Why the organization can't be deleted, or null. */
export type OrganizationDeletionBlocker = (
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
) => Promise<Refusal | null>

type FileDeletedHook = (
  uow: UnitOfWork,
  file: { readonly organizationId: Id<'organization'>; readonly id: Id<'file'> },
) => Promise<void>

type BenefitDeletedHook = (
  uow: UnitOfWork,
  benefit: { readonly organizationId: Id<'organization'>; readonly id: Id<'benefit'> },
) => Promise<void>

/** A new meter, or one that counts other events or something else of them now. */
type MeterDefinedHook = (uow: UnitOfWork, meter: Selectable<MeterTable>) => Promise<void>

/** Why a meter can't count something else, or null. Called after it was counted anew. */
type MeterRedefinitionBlocker = (
  tx: Transaction<Tables>,
  meter: Selectable<MeterTable>,
) => Promise<Refusal | null>

/** What a meter counts of a subscription is counted in other periods from now on. */
export interface MeteredPeriodChange {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
  readonly subscriptionId: Id<'subscription'>
  readonly meterId: Id<'meter'>
  /** When its open period ends; null where none does. */
  readonly closesAt: Date | null
  /** The period that is open then; null if there is none. The same may end at another time. */
  readonly open: Period | null
}

export interface ClosedPeriod extends Pick<MeteredPeriodChange, 'subscriptionId' | 'meterId'> {
  /** To the microsecond, which a date doesn’t have. */
  readonly startsAt: string
}

/** A period of a subscription that is over, or what was used of it later. */
interface SettledPeriod extends Omit<MeteredPeriodChange, 'closesAt' | 'open'> {
  readonly startsAt: Date
}

/** Called when these periods of one organization are billed, or never will be. */
export type UsageSettledHook = (uow: UnitOfWork, periods: readonly SettledPeriod[]) => Promise<void>

/** Called for the changes of one organization. Answers the periods that it closed. */
type MeteredPeriodsHook = (
  uow: UnitOfWork,
  changes: readonly MeteredPeriodChange[],
) => Promise<readonly ClosedPeriod[]>

/** The slug under which answers were stored, and the new one. */
export interface RenamedCustomField {
  readonly organizationId: Id<'organization'>
  readonly from: string
  readonly to: string
}

type CustomFieldRenamedHook = (uow: UnitOfWork, field: RenamedCustomField) => Promise<void>

export interface DeletedPaymentMethod {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
  readonly paymentMethodId: Id<'paymentMethod'>
  /** Null when the customer has no other. */
  readonly replacementId: Id<'paymentMethod'> | null
}

/** Switches to the replacement; false when a method is required and there is none. */
type PaymentMethodDeletionHook = (
  uow: UnitOfWork,
  deleted: DeletedPaymentMethod,
) => Promise<boolean>

export interface ChangedCustomer {
  readonly before: Selectable<CustomerTable>
  readonly after: Selectable<CustomerTable>
}

/**
 * Carries a change over that the customer or the seller asked for. It may refuse the change; what a
 * checkout adds to a customer is not one.
 */
type CustomerChangedHook = (uow: UnitOfWork, changed: ChangedCustomer) => Promise<void>

export interface CustomerDeletion {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
  /** Whether what the customer has or owes becomes the seller’s. */
  readonly forfeitsBalance: boolean
  readonly actor: Actor | null
}

/** Settles what the customer has or owes, or refuses the deletion. */
export type CustomerDeletionHook = (uow: UnitOfWork, deletion: CustomerDeletion) => Promise<void>

export interface ErasedCustomer {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
}

/** Erases what a domain knows of a deleted customer. Orders keep what invoices must say. */
export interface CustomerEraser {
  /** Whether something that needs it is still under way. */
  readonly isNeeded?: (tx: Transaction<Tables>, customer: ErasedCustomer) => Promise<boolean>
  readonly erase: (uow: UnitOfWork, customer: ErasedCustomer) => Promise<void>
}

export interface DisputedOrder {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
}

/**
 * Locks what follows a dispute, before its order is locked. What it returns runs after the dispute
 * has changed.
 */
type DisputeHook = (uow: UnitOfWork, order: DisputedOrder) => Promise<() => Promise<void>>

/** A subscription, or a one-time purchase. */
export interface BoughtSource {
  readonly organizationId: Id<'organization'>
  readonly subscriptionId: Id<'subscription'> | null
  readonly orderId: Id<'order'> | null
}

/** A benefit that a customer has got, as a mail names it. */
export interface GrantText {
  readonly benefit: string
  /** Null for benefits without one. */
  readonly licenseKey: string | null
}

/** What a source has given, in the seller’s order. */
type GrantDescriber = (
  tx: Transaction<Tables>,
  source: BoughtSource,
) => Promise<readonly GrantText[]>
