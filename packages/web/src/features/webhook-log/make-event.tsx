import { tellableEventTypes, type WebhookEventType } from '@guildhall/contract/webhooks/events'
import { triggerWebhookEvent } from '@guildhall/contract/webhooks/trigger'
import { type FormEvent, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import { failureWords } from '../../lib/failure-words.ts'
import { mayIn } from '../../lib/roles.ts'
import { useChange } from '../../lib/use-change.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { useToast } from '../../ui/toast.tsx'

/** Makes an event in the sandbox, by doing what it follows from; not for who may only look. */
export function MakeEvent() {
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
      title="Make one"
      description="It happens for real: a customer, a purchase or whatever it takes is made, and other events follow from it."
    >
      <form onSubmit={submit} className="flex flex-wrap items-center gap-2">
        <Combobox<WebhookEventType>
          label="Event to make"
          placeholder="Which event"
          options={options}
          value={event}
          onChange={setEvent}
          empty="No event has this name."
          className="flex-1 basis-56 sm:max-w-72"
        />
        <Button type="submit" variant="primary" loading={isBusy} disabled={event === null}>
          Make it
        </Button>
      </form>
    </Card>
  )
}

const options = tellableEventTypes.map((type) => ({ value: type, label: type }))

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
      toast({ tone: 'bad', title: `${event} didn’t happen`, description: failureWords(error) })
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, make }
}
