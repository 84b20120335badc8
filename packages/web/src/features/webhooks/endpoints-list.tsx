import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import Webhook from 'lucide-react/icons/webhook'
import { type ComponentType, useMemo, useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { callCode } from '#/lib/call-code.ts'
import type { ListView } from '#/lib/list-view.ts'
import { useKeptFocus } from '#/lib/use-kept-focus.ts'
import { EmptyState } from '#/ui/empty-state.tsx'
import { ListCard } from '#/ui/list-card.tsx'
import { endpointColumns } from './endpoint-columns.tsx'
import type { EndpointDialogProps } from './endpoint-dialogs.tsx'
import type { EndpointMenuProps } from './endpoint-menu.tsx'
import { endpointsQuery, type WebhookEndpoint } from './endpoint-queries.ts'
import { type EndpointsView, newestFirst } from './endpoints-view.ts'

interface EndpointsListProps {
  view: EndpointsView
  onViewChange: (view: ListView, how: { replace: boolean }) => void
}

/** The webhook endpoints with their health. */
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
          // A failed navigation shows the error page, so it isn’t awaited.
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
  /** A snapshot, so that the dialog stays open when someone else deletes the object. */
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
      title="No webhook endpoints yet"
      calls={callCode(window.location.origin, create)}
    >
      {mayWrite
        ? 'Endpoints receive events about sales, changes and cancellations in real time: signed, in order and with retries.'
        : 'Endpoints receive events about sales, changes and cancellations in real time. Owners and admins can create them.'}
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
    secret: 'your own secret',
    events: ['order.paid', 'customer.state_changed'],
  },
} as const
