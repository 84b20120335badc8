import Percent from 'lucide-react/icons/percent'
import { Totals } from '#/entities/order/totals.tsx'
import { Avatar } from '#/ui/avatar.tsx'
import { Badge } from '#/ui/badge.tsx'
import { Card } from '#/ui/card.tsx'
import { CodeBlock } from '#/ui/code-block.tsx'
import { Copyable } from '#/ui/copyable.tsx'
import { Facts } from '#/ui/facts.tsx'
import { Money } from '#/ui/money.tsx'
import { ProgressBar } from '#/ui/progress-bar.tsx'
import { Status } from '#/ui/status.tsx'
import { Time } from '#/ui/time.tsx'
import { useNow } from '#/ui/use-now.ts'
import { Columns, Row, Specimen, Specimens } from './specimen.tsx'

const states = [
  'paid',
  'active',
  'trialing',
  'pending',
  'ending',
  'past_due',
  'partially_refunded',
  'payment_failed',
  'canceled',
  'archived',
  'draft',
  'something_new',
]

export function ValueSpecimens() {
  return (
    <Specimens id="values" title="Values and states">
      <Specimen name="Status">
        <Row>
          {states.map((state) => (
            <Status key={state} state={state} />
          ))}
        </Row>
      </Specimen>
      <Specimen name="Badges, avatars">
        <Row>
          <Badge>default</Badge>
          <Badge tone="good" icon={<Percent aria-hidden="true" />}>
            SPRING20
          </Badge>
          <Badge tone="info">beta</Badge>
          <Avatar name="Ada Lindqvist" />
          <Avatar name="Jun Okafor" size="m" />
          <Avatar name="Northwind Tools" size="l" square />
        </Row>
      </Specimen>
      <Columns>
        <Card title="Order">
          <SampleFacts />
        </Card>
        <div className="grid content-start gap-4">
          <Card title="Due">
            <Totals
              lines={[
                { label: 'Subtotal', amount: 2900 },
                { label: 'SPRING20 · 20 % for 3 months', amount: -580 },
                { label: 'VAT 25 % (Sweden)', amount: 580 },
              ]}
              total={{ label: 'Due today', amount: 2900 }}
              currency="usd"
              later="Then $36.25 a month from 14 June."
            />
          </Card>
          <ProgressBar label="API calls" value={8120} max={10_000} text="8,120 of 10,000" />
          <ProgressBar label="Seats" value={19} max={20} text="19 of 20" />
          <ProgressBar label="Storage" value={12} max={10} text="12 of 10 GB" />
        </div>
      </Columns>
      <CodeBlock title="Create a checkout" code={sampleCode} />
    </Specimens>
  )
}

const sampleCode = `const checkout = await polar.checkouts.create({
  products: ['0193fa2c-7c1e-7d0a-9b1f-2f6f1d0c4e11'],
  successUrl: 'https://northwind.test/thanks?checkout_id={CHECKOUT_ID}',
})`

const hourMilliseconds = 3_600_000

function SampleFacts() {
  const now = useNow()
  const facts = [
    { label: 'Order', value: <Copyable text="0193fa2c-7c1e-7d0a-9b1f-2f6f1d0c4e11" short /> },
    { label: 'Customer', value: 'Ada Lindqvist' },
    { label: 'Status', value: <Status state="paid" /> },
    { label: 'Amount', value: <Money amount={34_800} currency="usd" /> },
    { label: 'In yen', value: <Money amount={51_200} currency="jpy" /> },
    { label: 'Paid', value: <Time at={new Date(now.getTime() - 3 * hourMilliseconds)} /> },
    { label: 'Renews', value: <Time at={new Date(now.getTime() + 90 * 24 * hourMilliseconds)} /> },
  ]
  return <Facts facts={facts} />
}
