import type { AnswerOf } from '@guildhall/contract/endpoint'
import type { createWebhookEndpoint } from '@guildhall/contract/webhooks/endpoints'
import { Link } from '@tanstack/react-router'
import { useOrganization } from '../../lib/current-organization.tsx'
import { Banner } from '../../ui/banner.tsx'
import { buttonLook } from '../../ui/button-look.ts'
import { Card } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { SecretOnce } from '../../ui/secret-once.tsx'
import { endpointName } from './endpoint-words.ts'
import { receiverCode } from './receiver-code.ts'

interface EndpointCreatedProps {
  endpoint: AnswerOf<typeof createWebhookEndpoint>
}

/** The secret, and what a handler does with it. */
export function EndpointCreated({ endpoint }: EndpointCreatedProps) {
  const { slug } = useOrganization()
  return (
    <div className="grid max-w-170 grid-cols-1 gap-4">
      <Banner tone="good" title={`${endpointName(endpoint)} is ready.`}>
        It’s told of what happens from now on.
      </Banner>
      {endpoint.format === 'raw' && (
        <Card>
          <div className="grid grid-cols-1 gap-4">
            <SecretOnce
              label="Signing secret"
              secret={endpoint.secret}
              hint="Keep it where your secrets are, never in code that others see. You can reveal it later."
            />
            <CodeBlock title="What your handler does" code={receiverCode} />
          </div>
        </Card>
      )}
      <div>
        <Link
          to="/dashboard/$slug/settings/webhooks/$endpointId"
          params={{ slug, endpointId: endpoint.id }}
          className={buttonLook({ variant: 'primary' })}
        >
          Show the endpoint
        </Link>
      </div>
    </div>
  )
}
