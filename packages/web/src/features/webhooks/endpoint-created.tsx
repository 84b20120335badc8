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
import { receiverCode } from './receiver-code.ts'

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
