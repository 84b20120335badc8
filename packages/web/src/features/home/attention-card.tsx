import { Link } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import type { ReactNode } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { Card } from '#/ui/card.tsx'
import { linkClasses } from '#/ui/link-classes.ts'
import {
  DisputeEntry,
  EndingEntry,
  EndpointEntry,
  FailedGrantsEntry,
  OverdueEntry,
  PausedEntry,
  StoppedEntry,
  UnnumberedEntry,
} from './attention-entries.tsx'
import {
  type Attention,
  type AttentionKind,
  attentionKinds,
  countText,
  moreText,
  waitingCount,
} from './attention-text.ts'

/** What needs somebody’s hands, the most urgent first. */
export function AttentionCard({ attention }: { attention: Attention }) {
  const count = waitingCount(attention)
  return (
    <Card
      flush
      title="Needs you"
      actions={
        <span aria-live="polite" className="figures text-xs text-ink-3">
          {count > 0 && countText(count)}
        </span>
      }
    >
      {count === 0 ? (
        <p className="flex items-center gap-3 px-4 py-3.5 text-s text-ink-2">
          <CircleCheck aria-hidden="true" className="size-4.5 shrink-0 text-good" />
          Nothing needs you.
        </p>
      ) : (
        <ul>
          {attentionKinds.map((kind) => (
            <Part key={kind} kind={kind} of={attention} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Part({ kind, of }: { kind: AttentionKind; of: Attention }) {
  const { slug } = useOrganization()
  const more = moreText(kind, of)
  return (
    <>
      {entries[kind](of)}
      {more !== null && (
        <li className="border-b px-4 py-2 text-xs last:border-b-0">
          {allLinks[kind]({ params: { slug }, className: linkClasses, children: `All ${more}` })}
        </li>
      )}
    </>
  )
}

const entries: Readonly<Record<AttentionKind, (of: Attention) => ReactNode>> = {
  overduePayments: (of) =>
    of.overduePayments?.items.map((item) => <OverdueEntry key={item.id} item={item} />),
  disputes: (of) => of.disputes?.items.map((item) => <DisputeEntry key={item.id} item={item} />),
  webhookEndpoints: (of) =>
    of.webhookEndpoints?.items.map((item) => <EndpointEntry key={item.id} item={item} />),
  failedGrants: (of) =>
    of.failedGrants?.items.map((item) => <FailedGrantsEntry key={item.id} item={item} />),
  pausedRenewals: (of) =>
    of.pausedRenewals?.items.map((item) => <PausedEntry key={item.id} item={item} />),
  invoicesWithoutNumber: (of) =>
    of.invoicesWithoutNumber?.items.map((item) => <UnnumberedEntry key={item.id} item={item} />),
  endingSubscriptions: (of) =>
    of.endingSubscriptions?.items.map((item) => <EndingEntry key={item.id} item={item} />),
  stoppedTopUps: (of) =>
    of.stoppedTopUps?.items.map((item) => <StoppedEntry key={item.id} item={item} />),
}

interface AllLinkProps {
  params: { slug: string }
  className: string
  children: ReactNode
}

const allLinks: Readonly<Record<AttentionKind, (props: AllLinkProps) => ReactNode>> = {
  overduePayments: (props) => (
    <Link to="/dashboard/$slug/subscriptions" search={{ state: 'past_due' }} {...props} />
  ),
  disputes: (props) => (
    <Link to="/dashboard/$slug/disputes" search={{ status: 'needs_response' }} {...props} />
  ),
  webhookEndpoints: (props) => <Link to="/dashboard/$slug/settings/webhooks" {...props} />,
  failedGrants: (props) => <Link to="/dashboard/$slug/benefits" {...props} />,
  pausedRenewals: (props) => <Link to="/dashboard/$slug/subscriptions" {...props} />,
  invoicesWithoutNumber: (props) => <Link to="/dashboard/$slug/orders" {...props} />,
  endingSubscriptions: (props) => (
    <Link to="/dashboard/$slug/subscriptions" search={{ state: 'ending' }} {...props} />
  ),
  stoppedTopUps: (props) => <Link to="/dashboard/$slug/customers" {...props} />,
}
