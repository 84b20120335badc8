import { Badge } from '#/ui/badge.tsx'
import { Status } from '#/ui/status.tsx'
import { tableColumns } from '#/ui/table-features.ts'
import { Time } from '#/ui/time.tsx'
import { EndpointMenu, type EndpointMenuProps } from './endpoint-menu.tsx'
import { endpointName, formatNames, hasMissed, missedText } from './endpoint-text.ts'
import { eventsSummary } from './event-groups.ts'

const column = tableColumns<EndpointMenuProps>()

export const endpointColumns = column.columns([
  column.accessor('endpoint.url', {
    id: 'url',
    header: 'Endpoint',
    cell: ({ row: { original } }) => <Name {...original} />,
  }),
  column.display({
    id: 'health',
    header: 'Health',
    cell: ({ row: { original } }) => <Health {...original} />,
  }),
  column.display({
    id: 'events',
    header: 'Events',
    meta: { onlyWide: true },
    cell: ({ row }) => (
      <span className="wrap-anywhere">{eventsSummary(row.original.endpoint.events)}</span>
    ),
  }),
  column.accessor('endpoint.createdAt', {
    id: 'created_at',
    header: 'Created',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row }) => (
      <span className="text-ink-3">
        <Time at={row.original.endpoint.createdAt} focusable={false} />
      </span>
    ),
  }),
  column.display({
    id: 'actions',
    header: () => <span className="sr-only">Actions</span>,
    meta: { align: 'end' },
    cell: ({ row }) => <EndpointMenu {...row.original} />,
  }),
])

type EndpointProps = Pick<EndpointMenuProps, 'endpoint'>

function Name({ endpoint }: EndpointProps) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="min-w-0 font-medium wrap-anywhere">{endpointName(endpoint)}</span>
      {endpoint.format !== 'raw' && <Badge>{formatNames[endpoint.format]}</Badge>}
      <span className="w-full font-mono text-xs text-ink-3 wrap-anywhere">{endpoint.url}</span>
    </span>
  )
}

/** The health, with details. */
function Health({ endpoint: { health } }: EndpointProps) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Status state={health.state} />
      <span className="text-xs text-ink-3">
        <HealthDetails health={health} />
      </span>
    </span>
  )
}

function HealthDetails({ health }: Pick<EndpointMenuProps['endpoint'], 'health'>) {
  const { failingSince, lastSuccessAt } = health
  if (health.state === 'resting' || health.state === 'disabled') {
    return hasMissed(health) ? `missed ${missedText(health)}` : 'no missed events'
  }
  if (failingSince !== null) {
    return (
      <>
        since <Time at={failingSince} focusable={false} />
      </>
    )
  }
  if (lastSuccessAt === null) return 'no events sent yet'
  return (
    <>
      last accepted <Time at={lastSuccessAt} focusable={false} />
    </>
  )
}
