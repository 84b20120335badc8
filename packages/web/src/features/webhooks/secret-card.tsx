import { revealWebhookSecret } from '@guildhall/contract/webhooks/endpoints'
import { useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { api } from '#/lib/api.ts'
import { failureMessage, type Messages } from '#/lib/failure-message.ts'
import { formatInstant } from '#/lib/format.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { SecretOnce } from '#/ui/secret-once.tsx'
import { useRealNow } from '#/ui/use-now.ts'
import type { WebhookEndpoint } from './endpoint-queries.ts'
import { RotateDialog } from './rotate-dialog.tsx'

interface EndpointProps {
  endpoint: WebhookEndpoint
}

/** The signing secret, for members who may see it; chat channels don’t verify signatures. */
export function SecretCard({ endpoint }: EndpointProps) {
  const { role } = useOrganization()
  if (endpoint.format !== 'raw') return null
  return (
    <Card title="Signing secret">
      <div className="grid grid-cols-1 gap-3">
        {mayIn(role, 'developers', 'write') ? (
          <Secret endpoint={endpoint} />
        ) : (
          <p className="text-s text-ink-2">Owners and admins can view and rotate it.</p>
        )}
        <Rotation endpoint={endpoint} />
      </div>
    </Card>
  )
}

function Secret({ endpoint }: EndpointProps) {
  const { secret, setSecret, reveal, isBusy, failure } = useSecret(endpoint)
  const [isRotating, setRotating] = useState(false)
  return (
    <>
      {secret === null ? (
        <p className="text-s text-ink-2">
          Use it in your handler to verify that events come from this server.
        </p>
      ) : (
        <SecretOnce
          label="Secret"
          secret={secret}
          hint="Store it with your secrets, never in public code."
        />
      )}
      {failure !== null && <Banner tone="bad">{failure}</Banner>}
      <div className="flex flex-wrap gap-2">
        {secret === null ? (
          <Button loading={isBusy} onClick={() => void reveal()}>
            Reveal
          </Button>
        ) : (
          <Button onClick={() => setSecret(null)}>Hide</Button>
        )}
        <Button onClick={() => setRotating(true)}>Rotate…</Button>
      </div>
      {isRotating && (
        <RotateDialog
          endpoint={endpoint}
          onRotated={setSecret}
          onClose={() => setRotating(false)}
        />
      )}
    </>
  )
}

/** Fetched on request, and forgotten when the page closes. */
function useSecret({ id }: WebhookEndpoint) {
  const [secret, setSecret] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const reveal = async () => {
    setBusy(true)
    setFailure(null)
    try {
      setSecret((await api.call(revealWebhookSecret, { params: { id } })).secret)
    } catch (error) {
      setFailure(failureMessage(error, messages))
    } finally {
      setBusy(false)
    }
  }
  return { secret, setSecret, reveal, isBusy, failure }
}

/** Shown while two secrets are valid. */
function Rotation({ endpoint: { previousSecretUntil: until } }: EndpointProps) {
  const now = useRealNow()
  if (until === null || until <= now) return null
  return (
    <Banner tone="info" title="Two secrets are valid.">
      Events are signed with both until {formatInstant(until)}. Update your handler before then.
    </Banner>
  )
}

const messages: Messages = {
  NotPermitted: 'Your role changed. Only owners and admins can view the secret.',
  ResourceNotFound: 'This endpoint was just deleted.',
}
