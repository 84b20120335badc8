import type { ResponseOf } from '@guildhall/contract/operation'
import type { createWebhookEndpoint } from '@guildhall/contract/webhooks/endpoints'
import { Link } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { Banner } from '#/ui/banner.tsx'
import { buttonClasses } from '#/ui/button-classes.ts'
import { Card } from '#/ui/card.tsx'
import { CodeBlock } from '#/ui/code-block.tsx'
import { SecretOnce } from '#/ui/secret-once.tsx'
import { endpointName } from './endpoint-text.ts'

interface EndpointCreatedProps {
  endpoint: ResponseOf<typeof createWebhookEndpoint>
}

/** The secret, with sample code for a handler. */
export function EndpointCreated({ endpoint }: EndpointCreatedProps) {
  const { slug } = useOrganization()
  return (
    <div className="grid max-w-170 grid-cols-1 gap-4">
      <Banner tone="good" title={`${endpointName(endpoint)} is ready.`}>
        It receives events from now on.
      </Banner>
      {endpoint.format === 'raw' && (
        <Card>
          <div className="grid grid-cols-1 gap-4">
            <SecretOnce
              label="Signing secret"
              secret={endpoint.secret}
              hint="Store it with your secrets, never in public code. You can reveal it later."
            />
            <CodeBlock title="Handle events" code={receiverCode} />
          </div>
        </Card>
      )}
      <div>
        <Link
          to="/dashboard/$slug/settings/webhooks/$endpointId"
          params={{ slug, endpointId: endpoint.id }}
          className={buttonClasses({ variant: 'primary' })}
        >
          View endpoint
        </Link>
      </div>
    </div>
  )
}

/** Sample code for a handler that verifies signatures. */
const receiverCode = [
  "import { validateEvent } from '@polar-sh/sdk/webhooks'",
  '',
  "const secret = process.env['GUILDHALL_WEBHOOK_SECRET'] ?? ''",
  '',
  'export async function POST(request: Request) {',
  '  const headers = Object.fromEntries(request.headers)',
  '  // Throws where the signature is wrong or older than five minutes.',
  '  const event = validateEvent(await request.text(), headers, secret)',
  "  if (event.type === 'order.paid') await deliver(event.data)",
  '  return new Response(null, { status: 204 })',
  '}',
].join('\n')
