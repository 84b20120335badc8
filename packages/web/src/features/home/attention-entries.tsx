import { Link, type LinkProps } from '@tanstack/react-router'
import CalendarX2 from 'lucide-react/icons/calendar-x-2'
import CreditCard from 'lucide-react/icons/credit-card'
import FileWarning from 'lucide-react/icons/file-warning'
import Gift from 'lucide-react/icons/gift'
import Pause from 'lucide-react/icons/pause'
import Scale from 'lucide-react/icons/scale'
import Webhook from 'lucide-react/icons/webhook'
import Zap from 'lucide-react/icons/zap'
import { customerName } from '#/entities/customer/customer-name.ts'
import { disputeReason } from '#/entities/dispute/dispute-text.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { stopTexts } from '#/entities/top-up/stop-text.ts'
import { eventsText } from '#/entities/webhook/events-text.ts'
import { formatCount, formatDay } from '#/lib/format.ts'
import { buttonClasses } from '#/ui/button-classes.ts'
import { Entry } from '#/ui/entries.tsx'
import { Link as ExternalLink } from '#/ui/link.tsx'
import { Money } from '#/ui/money.tsx'
import { Time } from '#/ui/time.tsx'
import { NowContext } from '#/ui/use-now.ts'
import { EnableButton, ResumeButton, RetryGrantsButton } from './attention-actions.tsx'
import { endpointName, type ItemOf } from './attention-text.ts'

interface OpenLinkProps {
  to: NonNullable<LinkProps['to']>
  /** The name of the parameter in the path. */
  idName: string
  id: string
  /** What it opens, for screen readers. */
  what: string
}

function OpenLink({ to, idName, id, what }: OpenLinkProps) {
  const { slug } = useOrganization()
  return (
    <Link to={to} params={{ slug, [idName]: id }} className={buttonClasses({ size: 's' })}>
      Open<span className="sr-only"> {what}</span>
    </Link>
  )
}

/** Next to each other they would leave no room for the text on phones. */
const actionsClasses = 'flex shrink-0 gap-2 max-sm:flex-col'

const subscriptionPage = '/dashboard/$slug/subscriptions/$subscriptionId'

export function OverdueEntry({ item }: { item: ItemOf<'overduePayments'> }) {
  const { id, customer, product, amount, currency, pastDueAt, nextPaymentAttemptAt } = item
  const name = customerName(customer)
  return (
    <Entry
      icon={<CreditCard className="text-bad" />}
      title={`${name} hasn’t paid for ${product.name}`}
      action={
        <OpenLink
          to={subscriptionPage}
          idName="subscriptionId"
          id={id}
          what={`the subscription of ${name}`}
        />
      }
    >
      <span>
        <Money amount={amount} currency={currency} />
      </span>
      {pastDueAt && <span>overdue since {formatDay(pastDueAt)}</span>}
      <span>
        {nextPaymentAttemptAt === null ? (
          'the card isn’t tried again'
        ) : (
          <>
            the card is tried again <Time at={nextPaymentAttemptAt} />
          </>
        )}
      </span>
    </Entry>
  )
}

export function DisputeEntry({ item }: { item: ItemOf<'disputes'> }) {
  const { id, customer, amount, currency, reason, evidenceDueBy, processorUrl } = item
  const name = customerName(customer)
  return (
    <Entry
      icon={<Scale className="text-bad" />}
      title={`${name} disputes a payment`}
      action={
        processorUrl === null ? (
          <OpenLink
            to="/dashboard/$slug/disputes/$disputeId"
            idName="disputeId"
            id={id}
            what={`the dispute of ${name}`}
          />
        ) : (
          <ExternalLink external href={processorUrl} className="text-xs">
            Answer at Stripe
          </ExternalLink>
        )
      }
    >
      <span>
        <Money amount={amount} currency={currency} />
      </span>
      <span>{disputeReason(reason)}</span>
      {evidenceDueBy && <span>answer before {formatDay(evidenceDueBy)}</span>}
    </Entry>
  )
}

export function EndpointEntry({ item }: { item: ItemOf<'webhookEndpoints'> }) {
  const { id, state, failedEvents, failingSince, lastCode } = item
  const name = endpointName(item)
  const isSuspended = state === 'resting'
  return (
    <Entry
      icon={<Webhook className={isSuspended ? 'text-bad' : 'text-warn'} />}
      title={isSuspended ? `${name} is suspended` : `${name} is failing`}
      action={
        <span className={actionsClasses}>
          <EnableButton endpoint={item} />
          <OpenLink
            to="/dashboard/$slug/settings/webhooks/$endpointId"
            idName="endpointId"
            id={id}
            what={name}
          />
        </span>
      }
    >
      <span>
        {eventsText(failedEvents)} failed, last with{' '}
        {lastCode === null ? 'no response' : `HTTP ${lastCode}`}
      </span>
      {failingSince && (
        <span>
          {/* Webhooks are sent in real time. */}
          <NowContext value={null}>
            the first <Time at={failingSince} />
          </NowContext>
        </span>
      )}
    </Entry>
  )
}

export function FailedGrantsEntry({ item }: { item: ItemOf<'failedGrants'> }) {
  const { id, description, failedCount, message } = item
  return (
    <Entry
      icon={<Gift className="text-bad" />}
      title={`${description} couldn’t be delivered`}
      action={
        <span className={actionsClasses}>
          <RetryGrantsButton benefit={item} />
          <OpenLink
            to="/dashboard/$slug/benefits/$benefitId"
            idName="benefitId"
            id={id}
            what={description}
          />
        </span>
      }
    >
      <span>{failedCount === 1 ? '1 grant' : `${formatCount(failedCount)} grants`}</span>
      {message && <span className="wrap-anywhere">{message}</span>}
    </Entry>
  )
}

export function PausedEntry({ item }: { item: ItemOf<'pausedRenewals'> }) {
  const { id, customer, product, amount, currency, renewalsPausedAt, suspended } = item
  const name = customerName(customer)
  return (
    <Entry
      icon={<Pause className="text-warn" />}
      title={`${product.name} of ${name} isn’t renewed`}
      action={
        <span className={actionsClasses}>
          <ResumeButton subscription={item} />
          <OpenLink
            to={subscriptionPage}
            idName="subscriptionId"
            id={id}
            what={`the subscription of ${name}`}
          />
        </span>
      }
    >
      <span>
        <Money amount={amount} currency={currency} />
      </span>
      <span>
        paused by a dispute <Time at={renewalsPausedAt} />
      </span>
      {suspended && <span>its period is over, so nothing is billed</span>}
    </Entry>
  )
}

export function UnnumberedEntry({ item }: { item: ItemOf<'invoicesWithoutNumber'> }) {
  const { id, customer, amount, currency, paidAt } = item
  const name = customerName(customer)
  return (
    <Entry
      icon={<FileWarning className="text-warn" />}
      title={`An order of ${name} has no invoice number`}
      action={
        <OpenLink
          to="/dashboard/$slug/orders/$orderId"
          idName="orderId"
          id={id}
          what={`the order of ${name}`}
        />
      }
    >
      <span>
        <Money amount={amount} currency={currency} />
      </span>
      <span>
        paid <Time at={paidAt} />
      </span>
      <span>the operator should look at the worker of this server</span>
    </Entry>
  )
}

export function EndingEntry({ item }: { item: ItemOf<'endingSubscriptions'> }) {
  const { id, customer, product, amount, currency, recurringInterval, endsAt } = item
  const name = customerName(customer)
  return (
    <Entry
      icon={<CalendarX2 className="text-warn" />}
      title={`${product.name} of ${name} ends`}
      action={
        <OpenLink
          to={subscriptionPage}
          idName="subscriptionId"
          id={id}
          what={`the subscription of ${name}`}
        />
      }
    >
      <span>
        <Time at={endsAt} />
      </span>
      <span>
        <Money amount={amount} currency={currency} /> per {recurringInterval}
      </span>
    </Entry>
  )
}

export function StoppedEntry({ item }: { item: ItemOf<'stoppedTopUps'> }) {
  const { customer, reason, stoppedAt } = item
  const name = customerName(customer)
  return (
    <Entry
      icon={<Zap className="text-warn" />}
      title={`The automatic top-up of ${name} stopped`}
      action={
        <OpenLink
          to="/dashboard/$slug/customers/$customerId"
          idName="customerId"
          id={customer.id}
          what={name}
        />
      }
    >
      <span>{stopTexts[reason]}</span>
      <span>
        <Time at={stoppedAt} />
      </span>
    </Entry>
  )
}
