import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import Webhook from 'lucide-react/icons/webhook'
import { type ComponentType, useMemo, useState } from 'react'
import { callCode } from '../../lib/call-code.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import type { ListView } from '../../lib/list-view.ts'
import { mayIn } from '../../lib/roles.ts'
import { useKeptFocus } from '../../lib/use-kept-focus.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListCard } from '../../ui/list-card.tsx'
import { endpointColumns } from './endpoint-columns.tsx'
import type { EndpointDialogProps } from './endpoint-dialogs.tsx'
import type { EndpointMenuProps } from './endpoint-menu.tsx'
import {
  type EndpointsView,
  endpointsQuery,
  newestFirst,
  type WebhookEndpoint,
} from './endpoint-queries.ts'

interface EndpointsListProps {
  view: EndpointsView
  onViewChange: (view: ListView, how: { replace: boolean }) => void
}

/** What listens to this organization, and whether it does. */
export function EndpointsList({ view, onViewChange }: EndpointsListProps) {
  const { id, slug, role } = useOrganization()
  const router = useRouter()
  const navigate = useNavigate()
  const { data } = useQuery({
    ...endpointsQuery(id, view),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const mayWrite = mayIn(role, 'developers', 'write')
  const { ask, dialog } = useQuestion()
  const { linkTo, rows } = useMemo(() => {
    const paramsOf = (endpoint: WebhookEndpoint) => ({ slug, endpointId: endpoint.id })
    const linkOf = (endpoint: WebhookEndpoint) =>
      ({
        to: '/dashboard/$slug/settings/webhooks/$endpointId',
        params: paramsOf(endpoint),
      }) as const
    return {
      linkTo: linkOf,
      rows: data?.items.map((endpoint) => ({
        endpoint,
        ...(mayWrite && {
          // A navigation that fails shows the error page; there is nothing to wait for here.
          onEdit: () =>
            void navigate({
              to: '/dashboard/$slug/settings/webhooks/$endpointId/edit',
              params: paramsOf(endpoint),
            }),
          onAsk: (Dialog: Asked['Dialog']) => ask({ Dialog, endpoint }),
        }),
      })),
    }
  }, [data, mayWrite, slug, navigate, ask])
  return (
    <>
      <ListCard
        label="Webhook endpoints"
        columns={endpointColumns}
        rows={rows}
        total={data?.pagination.totalCount}
        rowId={({ endpoint }) => endpoint.id}
        rowHref={({ endpoint }: EndpointMenuProps) => router.buildLocation(linkTo(endpoint)).href}
        onOpen={({ endpoint }: EndpointMenuProps) => void navigate(linkTo(endpoint))}
        view={view}
        onViewChange={onViewChange}
        sortedBy={newestFirst}
        empty={<NoEndpoints mayWrite={mayWrite} />}
      />
      {dialog}
    </>
  )
}

interface Asked {
  Dialog: ComponentType<EndpointDialogProps>
  /** As it was then: whoever deletes it meanwhile leaves the question standing. */
  endpoint: WebhookEndpoint
}

function useQuestion() {
  const [asked, setAsked] = useState<Asked | null>(null)
  useKeptFocus(asked !== null)
  const dialog = asked && (
    <asked.Dialog
      endpoint={asked.endpoint}
      onClose={() => setAsked(null)}
      leave={() => Promise.resolve()}
    />
  )
  return { ask: setAsked, dialog }
}

function NoEndpoints({ mayWrite }: { mayWrite: boolean }) {
  return (
    <EmptyState
      icon={<Webhook />}
      title="Nothing listens yet"
      calls={callCode(window.location.origin, create)}
    >
      {mayWrite
        ? 'An endpoint is an address of yours that hears at once of every sale, change and cancellation: signed, in order, and again until it’s taken.'
        : 'An endpoint is an address that hears at once of every sale, change and cancellation. Owners and admins create them.'}
    </EmptyState>
  )
}

const create = {
  method: 'POST',
  path: '/v1/webhooks/endpoints',
  sdk: 'webhooks.createWebhookEndpoint',
  argument: {
    url: 'https://example.com/hooks/guildhall',
    format: 'raw',
    secret: 'a secret of yours',
    events: ['order.paid', 'customer.state_changed'],
  },
} as const
