import { Card } from '#/ui/card.tsx'
import { Copyable } from '#/ui/copyable.tsx'
import { Facts } from '#/ui/facts.tsx'
import { Time } from '#/ui/time.tsx'
import type { WebhookEndpoint } from './endpoint-queries.ts'
import { formatNames } from './endpoint-text.ts'

/** The URL and event types of an endpoint. */
export function EndpointFacts({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { id, url, format, createdAt, events } = endpoint
  return (
    <>
      <Card title="Details">
        <Facts
          facts={[
            { label: 'URL', value: <Copyable text={url} what="URL" /> },
            { label: 'Format', value: formatNames[format] },
            { label: 'ID', value: <Copyable short text={id} /> },
            { label: 'Created', value: <Time at={createdAt} /> },
          ]}
        />
      </Card>
      <Card title="Events">
        <ul className="grid gap-1 font-mono text-xs text-ink-2">
          {events.map((type) => (
            <li key={type} className="wrap-anywhere">
              {type}
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}
