import { useState } from 'react'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { CodeBlock } from '#/ui/code-block.tsx'
import { Copyable } from '#/ui/copyable.tsx'
import { Facts } from '#/ui/facts.tsx'
import { Segmented } from '#/ui/segmented.tsx'
import { useCopy } from '#/ui/use-copy.ts'
import { curlOf } from './delivery-curl.ts'
import { indented } from './indented.ts'
import type { FullDelivery } from './log-queries.ts'

interface DeliveryContentProps {
  delivery: FullDelivery
  url: string
}

/** The request as it was sent. */
export function DeliveryContent({ delivery, url }: DeliveryContentProps) {
  const { payload, headers } = delivery
  const [way, setWay] = useState<Way>('read')
  const copy = useCopy()
  return (
    <>
      <Card
        title="Payload"
        actions={
          <>
            <Segmented label="Payload" options={ways} value={way} onChange={setWay} />
            <Button size="s" onClick={() => void copy(curlOf(delivery, url), 'curl command')}>
              Copy as curl
            </Button>
          </>
        }
      >
        <CodeBlock title={delivery.type} code={way === 'read' ? indented(payload) : payload} />
        <p className="mt-2 text-xs text-ink-3">
          The curl command signs the request in your terminal with the secret from{' '}
          <code className="font-mono">$GUILDHALL_WEBHOOK_SECRET</code>.
        </p>
      </Card>
      <Card
        title="Request headers"
        description="Each attempt is signed again, so the signature is not stored."
      >
        <Facts
          facts={Object.entries(headers).map(([name, value]) => ({
            label: name,
            value: <Copyable text={value} what={name} />,
          }))}
        />
      </Card>
    </>
  )
}

type Way = 'read' | 'sent'

const ways = [
  { value: 'read', label: 'Formatted' },
  { value: 'sent', label: 'Raw' },
] as const satisfies readonly { value: Way; label: string }[]
