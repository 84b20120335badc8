import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { type NewMail, queueMail } from '../../../platform/mail/queue-mail.ts'
import type { Work } from '../../../platform/work.ts'
import { findCustomersOf } from '../../customers/index.ts'
import { canMail, siteOf } from '../../identity/index.ts'
import { dateWords } from '../../orders/index.ts'
import { findOrganization } from '../../organizations/index.ts'
import { begunMessage } from '../messages/begun.ts'
import { changedMessage } from '../messages/changed.ts'
import { canceledMessage, endedMessage } from '../messages/ending.ts'
import { overdueMessage, unpaidMessage } from '../messages/overdue.ts'
import { renewedMessage } from '../messages/renewed.ts'
import { chargeWords, planWords, type Whom } from '../messages/words.ts'
import { hasOrderAt, markPlanTold, markTold } from '../store/told.ts'
import type { Notice } from './notices.ts'
import type { SubscriptionParts } from './parts.ts'

export type TellingParts = Pick<SubscriptionParts, 'config' | 'keyring'>

interface Occasion {
  readonly organizationId: Id<'organization'>
  /** By the organization’s clock, when it happened. */
  readonly at: Date
  readonly notice: Notice
}

/**
 * Tells a customer what happened to their subscription: once, however often the job runs, and as of
 * when it happened, wherever the organization’s clock stands by now.
 */
export async function tellOf(
  work: Work,
  parts: TellingParts,
  { organizationId, at, notice }: Occasion,
): Promise<void> {
  const { subscriptionId, about } = notice
  if (!(await isNews(work, { organizationId, at, notice }))) return
  const isFirst = await markTold(work.tx, { organizationId, subscriptionId, about }, at)
  if (!isFirst) return
  const then = { ...work, now: at }
  await tell(then, parts, { organizationId, ...notice }, (whom) => messageOf(whom, notice))
}

/** Another plan than the customer knows is news by itself only where no order tells of it. */
async function isNews({ tx }: Work, { organizationId, at, notice }: Occasion): Promise<boolean> {
  if (notice.kind !== 'planned') return true
  const { subscriptionId } = notice
  if (!(await markPlanTold(tx, { organizationId, ...notice }))) return false
  return !(await hasOrderAt(tx, { organizationId, subscriptionId, at }))
}

interface Told {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
}

/** Whoever was deleted since isn’t written to. */
export async function tell(
  work: Work,
  parts: TellingParts,
  { organizationId, customerId }: Told,
  message: (whom: Whom) => Omit<NewMail, 'to'>,
): Promise<void> {
  const [customer] = await findCustomersOf(work.tx, organizationId, [customerId])
  assert(customer !== undefined, 'whoever has a subscription stays')
  if (customer.deletedAt !== null || !canMail(parts.config)) return
  const organization = await findOrganization(work.tx, organizationId)
  assert(organization !== undefined, 'who sells is there')
  const portalUrl = `${parts.config.server.url}/portal/${organization.slug}`
  const whom = { site: siteOf(parts), seller: organization.name, portalUrl }
  const { name, email: address } = customer
  await queueMail(work, parts.keyring, { to: { name, address }, ...message(whom) })
}

function messageOf(whom: Whom, notice: Notice): Omit<NewMail, 'to'> {
  const told = { ...whom, plan: planWords(notice.plan) }
  const { currency } = notice.plan
  switch (notice.kind) {
    case 'begun': {
      const { isTrial, charge } = notice
      const renewsOn = dayOf(notice.periodEnd)
      return begunMessage({ ...told, isTrial, renewsOn, charge: chargeWords(charge, currency) })
    }
    case 'renewed': {
      const renewsOn = dayOf(notice.periodEnd)
      return renewedMessage({ ...told, renewsOn, charge: chargeWords(notice.charge, currency) })
    }
    case 'changed': {
      const charge = notice.charge && chargeWords(notice.charge, currency)
      return changedMessage({ ...told, renewsOn: dayOf(notice.periodEnd), charge })
    }
    case 'planned':
      return changedMessage({ ...told, renewsOn: dayOf(notice.periodEnd), charge: null })
    case 'overdue': {
      const { nextAttemptAt } = notice
      const nextAttemptOn = nextAttemptAt === null ? null : dayOf(nextAttemptAt)
      return overdueMessage({ ...told, nextAttemptOn })
    }
    case 'unpaid':
      return unpaidMessage(told)
    case 'canceled':
      return canceledMessage({ ...told, endsOn: dayOf(notice.endsAt) })
    case 'ended':
      return endedMessage(told)
  }
}

function dayOf(instant: string | null): string {
  assert(instant !== null, 'what goes on has a period')
  return dateWords(new Date(instant))
}
