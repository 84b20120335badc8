import { Badge } from '../../ui/badge.tsx'
import { Status } from '../../ui/status.tsx'
import { tableColumns } from '../../ui/table-features.ts'
import { Time } from '../../ui/time.tsx'
import { EndpointMenu, type EndpointMenuProps } from './endpoint-menu.tsx'
import { endpointName, formatNames, hasMissed, missedWords } from './endpoint-words.ts'
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

type OfEndpoint = Pick<EndpointMenuProps, 'endpoint'>

function Name({ endpoint }: OfEndpoint) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="min-w-0 font-medium wrap-anywhere">{endpointName(endpoint)}</span>
      {endpoint.format !== 'raw' && <Badge>{formatNames[endpoint.format]}</Badge>}
      <span className="w-full font-mono text-xs text-ink-3 wrap-anywhere">{endpoint.url}</span>
    </span>
  )
}

/** How it stands, and what to know of it. */
function Health({ endpoint: { health } }: OfEndpoint) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Status state={health.state} />
      <span className="text-xs text-ink-3">
        <News health={health} />
      </span>
    </span>
  )
}

function News({ health }: Pick<EndpointMenuProps['endpoint'], 'health'>) {
  const { failingSince, lastSuccessAt } = health
  if (health.state === 'resting' || health.state === 'disabled') {
    return hasMissed(health) ? `missed ${missedWords(health)}` : 'missed nothing'
  }
  if (failingSince !== null) {
    return (
      <>
        since <Time at={failingSince} focusable={false} />
      </>
    )
  }
  if (lastSuccessAt === null) return 'nothing sent yet'
  return (
    <>
      took one <Time at={lastSuccessAt} focusable={false} />
    </>
  )
}
