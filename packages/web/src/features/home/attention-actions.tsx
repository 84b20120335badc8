import { retryGrants } from '@guildhall/contract/entitlements/grants'
import { resumeRenewals } from '@guildhall/contract/subscriptions/subscriptions'
import { updateWebhookEndpoint } from '@guildhall/contract/webhooks/endpoints'
import { useState } from 'react'
import { platformOf } from '#/entities/benefit/external-platform.ts'
import { customerName } from '#/entities/customer/customer-name.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { passFocusOn } from '#/lib/focus-title.ts'
import { formatCount } from '#/lib/format.ts'
import { Button } from '#/ui/button.tsx'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { useToast } from '#/ui/toast.tsx'
import { endpointName, type ItemOf } from './attention-text.ts'

/** Sends again what the endpoint missed. Null for read-only members, and while it isn’t suspended. */
export function EnableButton({ endpoint }: { endpoint: ItemOf<'webhookEndpoints'> }) {
  const { role } = useOrganization()
  const name = endpointName(endpoint)
  const { isBusy, act } = useAct()
  if (endpoint.state !== 'resting' || !mayIn(role, 'developers', 'write')) return null
  const enable = async () => {
    const params = { id: endpoint.id }
    await api.call(updateWebhookEndpoint, { params, body: { enabled: true } })
    return `${name} enabled`
  }
  return (
    <Button ref={passFocusOn} size="s" loading={isBusy} onClick={() => void act(enable)}>
      Enable<span className="sr-only"> {name}</span>
    </Button>
  )
}

/** Null for read-only members, and for benefits that this server gives itself. */
export function RetryGrantsButton({ benefit }: { benefit: ItemOf<'failedGrants'> }) {
  const { role } = useOrganization()
  const { isBusy, act } = useAct()
  const isOffered = platformOf(benefit.type) !== null && mayIn(role, 'catalog', 'write')
  if (!isOffered) return null
  const retry = async () => {
    const { retriedCount } = await api.call(retryGrants, { params: { id: benefit.id } })
    return `Trying ${formatCount(retriedCount)} again`
  }
  return (
    <Button ref={passFocusOn} size="s" loading={isBusy} onClick={() => void act(retry)}>
      Retry<span className="sr-only"> {benefit.description}</span>
    </Button>
  )
}

/** Asks first, because a card may be charged. Null for read-only members. */
export function ResumeButton({ subscription }: { subscription: ItemOf<'pausedRenewals'> }) {
  const { role } = useOrganization()
  const change = useChange()
  const toast = useToast()
  if (!mayIn(role, 'sales', 'write')) return null
  const { id, customer, product, suspended } = subscription
  const name = customerName(customer)
  const resume = async () => {
    await change(() => api.call(resumeRenewals, { params: { id } }))
    toast({ title: `Renewals of ${name} resumed` })
  }
  return (
    <ConfirmDialog
      title={`Resume the renewals of ${name}?`}
      effects={[
        suspended
          ? `The period is over: ${product.name} starts a new one, and the card is charged now.`
          : `${product.name} renews at the end of the period, and the card is charged then.`,
        'The customer may dispute the next payment as well. Another dispute pauses the renewals again.',
      ]}
      confirm="Resume"
      onConfirm={resume}
      trigger={
        <Button ref={passFocusOn} size="s">
          Resume…<span className="sr-only"> the renewals of {name}</span>
        </Button>
      }
    />
  )
}

function useAct() {
  const change = useChange()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  /** Returns what is said about it. */
  const act = async (task: () => Promise<string>) => {
    setBusy(true)
    try {
      toast({ title: await change(task) })
    } catch (error) {
      toast({ title: failureMessage(error), tone: 'bad' })
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, act }
}
