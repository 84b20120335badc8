import Webhook from 'lucide-react/icons/webhook'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { EmptyState } from '#/ui/empty-state.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { useToast } from '#/ui/toast.tsx'
import { Columns, Row, Specimen, Specimens } from './specimen.tsx'

export function FeedbackSpecimens() {
  return (
    <Specimens id="feedback" title="Feedback and empty states">
      <Specimen name="Banners">
        <div className="grid gap-2">
          <Banner title="Sandbox." action={<Button size="s">+ 1 month</Button>}>
            Time is stopped until you advance it.
          </Banner>
          <Banner tone="good">Your address is verified.</Banner>
          <Banner
            tone="warn"
            title="4 subscriptions are ending"
            action={<Button size="s">Look</Button>}
          >
            this month, worth $212 a month.
          </Banner>
          <Banner tone="bad" title="2 payments failed.">
            Next retry in 2 days; both customers were emailed.
          </Banner>
        </div>
      </Specimen>
      <Specimen name="Toasts">
        <ToastButtons />
      </Specimen>
      <Columns>
        <Specimen name="Skeleton">
          <Card>
            <output aria-label="Loading" className="grid gap-3">
              <Skeleton className="h-5 w-40" />
              <Skeleton className="h-3.5 w-full" />
              <Skeleton className="h-3.5 w-4/5" />
              <Skeleton className="h-24 w-full rounded-m" />
            </output>
          </Card>
        </Specimen>
        <Specimen name="Empty state">
          <Card flush>
            <EmptyState
              icon={<Webhook />}
              title="No endpoints"
              action={<Button variant="primary">Add endpoint</Button>}
              code={sampleCode}
            >
              Webhooks notify your server about events. Add an endpoint to receive them.
            </EmptyState>
          </Card>
        </Specimen>
      </Columns>
    </Specimens>
  )
}

function ToastButtons() {
  const toast = useToast()
  return (
    <Row>
      <Button onClick={() => toast({ title: 'Product saved' })}>Success toast</Button>
      <Button
        onClick={() =>
          toast({
            title: 'Link archived',
            description: 'Buyers who open it see that it is no longer available.',
            tone: 'info',
            action: { label: 'Undo', onClick: () => toast({ title: 'Link restored' }) },
          })
        }
      >
        With undo
      </Button>
      <Button
        onClick={() =>
          toast({ title: 'Not saved', description: 'The server can’t be reached.', tone: 'bad' })
        }
      >
        Error toast
      </Button>
    </Row>
  )
}

const sampleCode = `await polar.webhooks.createWebhookEndpoint({
  url: 'https://northwind.test/hooks',
})`
