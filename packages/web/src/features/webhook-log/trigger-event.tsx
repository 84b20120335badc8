import { triggerWebhookEvent } from '@guildhall/contract/webhooks/trigger'
import {
  triggeredEventTypes,
  type WebhookEventType,
} from '@guildhall/contract/webhooks/webhook-events'
import { type FormEvent, useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Combobox } from '#/ui/combobox.tsx'
import { useToast } from '#/ui/toast.tsx'

/** Triggers an event in the sandbox by performing its cause. Hidden from read-only members. */
export function TriggerEvent() {
  const { role } = useOrganization()
  return mayIn(role, 'developers', 'write') ? <Maker /> : null
}

function Maker() {
  const [event, setEvent] = useState<WebhookEventType | null>('order.paid')
  const { isBusy, make } = useMaking()
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    if (event !== null) void make(event)
  }
  return (
    <Card
      title="Trigger an event"
      description="Creates real sandbox data, such as a customer or a purchase, and may trigger other events."
    >
      <form onSubmit={submit} className="flex flex-wrap items-center gap-2">
        <Combobox<WebhookEventType>
          label="Event to trigger"
          placeholder="Event"
          options={options}
          value={event}
          onChange={setEvent}
          empty="No matching events."
          className="flex-1 basis-56 sm:max-w-72"
        />
        <Button type="submit" variant="primary" loading={isBusy} disabled={event === null}>
          Trigger
        </Button>
      </form>
    </Card>
  )
}

const options = triggeredEventTypes.map((type) => ({ value: type, label: type }))

function useMaking() {
  const { id: organizationId } = useOrganization()
  const [isBusy, setBusy] = useState(false)
  const change = useChange()
  const toast = useToast()
  const make = async (event: WebhookEventType) => {
    setBusy(true)
    try {
      await change(() => api.call(triggerWebhookEvent, { body: { event, organizationId } }))
    } catch (error) {
      toast({
        tone: 'bad',
        title: `${event} was not triggered`,
        description: failureMessage(error),
      })
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, make }
}
