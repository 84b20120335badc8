import { useState } from 'react'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Change } from '#/ui/change.tsx'
import { KeyFigures } from '#/ui/key-figures.tsx'
import { Stepper } from '#/ui/stepper.tsx'
import { TabNav, TabNavLink } from '#/ui/tab-nav.tsx'
import { Tabs } from '#/ui/tabs.tsx'
import { Columns, Specimen, Specimens } from './specimen.tsx'

export function LayoutSpecimens() {
  return (
    <Specimens id="layout" title="Layout">
      <Specimen name="Related pages">
        <TabNav label="Subscription">
          <TabNavLink href="#layout" aria-current="page">
            Overview
          </TabNavLink>
          <TabNavLink href="#tables">Usage</TabNavLink>
          <TabNavLink href="#charts">Events</TabNavLink>
        </TabNav>
      </Specimen>
      <KeyFigures label="Key figures" figures={figures} />
      <Columns>
        <Specimen name="Tabs">
          <TabSpecimen />
        </Specimen>
        <Specimen name="Card">
          <Card title="Payment method" actions={<Button size="s">Change</Button>}>
            <p className="text-s text-ink-2">Visa ending in 4242, until 12 / 29.</p>
          </Card>
        </Specimen>
      </Columns>
      <StepperSpecimen />
    </Specimens>
  )
}

const versus = ' vs. previous'

const figures = [
  {
    label: 'Recurring revenue',
    figure: '$12,480',
    change: (
      <>
        <Change by="8.2 %" direction="up" isGood />
        {versus}
      </>
    ),
  },
  {
    label: 'Revenue, 60 days',
    figure: '$31,904.20',
    change: (
      <>
        <Change by="3.1 %" direction="up" isGood />
        {versus}
      </>
    ),
  },
  { label: 'Active subscriptions', figure: '318', change: '21 new, 6 canceled' },
  {
    label: 'Checkout conversion',
    figure: '41.7 %',
    change: (
      <>
        <Change by="1.4 pt" direction="down" isGood={false} />
        {versus}
      </>
    ),
  },
]

function TabSpecimen() {
  const [tab, setTab] = useState<'code' | 'curl'>('code')
  return (
    <Tabs
      label="Language"
      value={tab}
      onChange={setTab}
      tabs={[
        {
          value: 'code',
          label: 'TypeScript',
          panel: <p className="text-s">The official client.</p>,
        },
        { value: 'curl', label: 'curl', panel: <p className="text-s">The same call over HTTP.</p> },
      ]}
    />
  )
}

const steps = ['Organization', 'First product', 'Integrate', 'Done']

function StepperSpecimen() {
  const [current, setCurrent] = useState(1)
  return (
    <Specimen name="Stepper">
      <Stepper label="Set up" steps={steps} current={current} />
      <div className="mt-3 flex gap-2">
        <Button size="s" disabled={current === 0} onClick={() => setCurrent(current - 1)}>
          Back
        </Button>
        <Button size="s" disabled={current === 3} onClick={() => setCurrent(current + 1)}>
          Next step
        </Button>
      </div>
    </Specimen>
  )
}
