import { revealWebhookSecret } from '@guildhall/contract/webhooks/endpoints'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import { failureWords, type Words } from '../../lib/failure-words.ts'
import { formatInstant } from '../../lib/format.ts'
import { mayIn } from '../../lib/roles.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SecretOnce } from '../../ui/secret-once.tsx'
import { useRealNow } from '../../ui/use-now.ts'
import type { WebhookEndpoint } from './endpoint-queries.ts'
import { RotateDialog } from './rotate-dialog.tsx'

interface OfEndpoint {
  endpoint: WebhookEndpoint
}

/** What everything is signed with, for who may see it; a channel of people checks no signatures. */
export function SecretCard({ endpoint }: OfEndpoint) {
  const { role } = useOrganization()
  if (endpoint.format !== 'raw') return null
  return (
    <Card title="Signing secret">
      <div className="grid grid-cols-1 gap-3">
        {mayIn(role, 'developers', 'write') ? (
          <Secret endpoint={endpoint} />
        ) : (
          <p className="text-s text-ink-2">Owners and admins can see and rotate it.</p>
        )}
        <Rotation endpoint={endpoint} />
      </div>
    </Card>
  )
}

function Secret({ endpoint }: OfEndpoint) {
  const { secret, setSecret, reveal, isBusy, failure } = useSecret(endpoint)
  const [isRotating, setRotating] = useState(false)
  return (
    <>
      {secret === null ? (
        <p className="text-s text-ink-2">
          Your handler checks with it that what comes is from this server.
        </p>
      ) : (
        <SecretOnce
          label="Secret"
          secret={secret}
          hint="Keep it where your secrets are, never in code that others see."
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

/** It’s asked for when somebody wants to see it, and forgotten with the page. */
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
      setFailure(failureWords(error, words))
    } finally {
      setBusy(false)
    }
  }
  return { secret, setSecret, reveal, isBusy, failure }
}

/** The day on which both are valid. */
function Rotation({ endpoint: { previousSecretUntil: until } }: OfEndpoint) {
  const now = useRealNow()
  if (until === null || until <= now) return null
  return (
    <Banner tone="info" title="Two secrets are valid.">
      Everything is signed with both until {formatInstant(until)}. Give your handler the new one by
      then.
    </Banner>
  )
}

const words: Words = {
  NotPermitted: 'Your role changed: only owners and admins see the secret.',
  ResourceNotFound: 'This endpoint is no longer here. Somebody deleted it just now.',
}
