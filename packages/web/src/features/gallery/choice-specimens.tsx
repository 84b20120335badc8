import { useState } from 'react'
import { moved } from '#/lib/moved.ts'
import { AddingCombobox } from '#/ui/adding-combobox.tsx'
import { CheckAll, CheckGroup, CheckGroups } from '#/ui/check-groups.tsx'
import { Checkbox } from '#/ui/checkbox.tsx'
import { Combobox } from '#/ui/combobox.tsx'
import { Field } from '#/ui/field.tsx'
import { Fieldset } from '#/ui/fieldset.tsx'
import { MultiCombobox } from '#/ui/multi-combobox.tsx'
import { NativeSelect } from '#/ui/native-select.tsx'
import { RadioGroup } from '#/ui/radio-group.tsx'
import { RemoveButton } from '#/ui/remove-button.tsx'
import { Select } from '#/ui/select.tsx'
import { SortableList } from '#/ui/sortable-list.tsx'
import { Switch } from '#/ui/switch.tsx'
import { countries, intervals, proration, roles } from './sample-options.ts'
import { Columns, Specimens } from './specimen.tsx'

export function ChoiceSpecimens() {
  return (
    <Specimens id="choices" title="Choices">
      <Columns>
        <Selects />
        <Comboboxes />
        <Arrangement />
        <Ticks />
        <TickGroups />
        <Radios />
      </Columns>
    </Specimens>
  )
}

function Selects() {
  const [interval, setInterval] = useState<(typeof intervals)[number]['value'] | null>(null)
  return (
    <div className="grid content-start gap-4">
      <Field label="Billed">
        <Select options={intervals} value={interval} onChange={setInterval} />
      </Field>
      <Field label="Country" hint="The browser’s own select, for pages that load little.">
        <NativeSelect name="country" defaultValue="SE">
          {countries.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <Field label="Currency" hint="Can’t be changed later.">
        <Select
          options={[{ value: 'usd', label: 'US dollar' }]}
          value="usd"
          onChange={ignore}
          disabled
        />
      </Field>
    </div>
  )
}

function Comboboxes() {
  const [country, setCountry] = useState<string | null>('SE')
  const [chosen, setChosen] = useState<string[]>(['owner', 'billing'])
  const isMissing = country === null
  return (
    <div className="grid content-start gap-4">
      <Field label="Country" error={isMissing && 'Choose a country: tax depends on it.'}>
        <Combobox options={countries} value={country} onChange={setCountry} />
      </Field>
      <Field label="Roles" hint="Permissions of several roles add up.">
        <MultiCombobox options={roles} value={chosen} onChange={setChosen} />
      </Field>
    </div>
  )
}

function Arrangement() {
  const [order, setOrder] = useState<readonly string[]>(['owner', 'billing'])
  const nameOf = (role: string) => roles.find(({ value }) => value === role)?.label ?? role
  return (
    <Fieldset legend="Approval order">
      <div className="grid grid-cols-1 gap-2">
        {order.length > 0 && (
          <SortableList
            label="Roles in order"
            items={order}
            idOf={(role) => role}
            nameOf={nameOf}
            onMove={(from, to) => setOrder(moved(order, from, to))}
            actions={(role) => (
              <RemoveButton
                size="s"
                label={`Remove ${nameOf(role)}`}
                onRemove={() => setOrder(order.filter((one) => one !== role))}
              />
            )}
          >
            {nameOf}
          </SortableList>
        )}
        <AddingCombobox
          label="Add a role"
          options={roles.filter(({ value }) => !order.includes(value))}
          onAdd={(role) => setOrder([...order, role])}
          empty="No other roles."
        />
      </div>
    </Fieldset>
  )
}

function Ticks() {
  const [isOn, setOn] = useState(true)
  return (
    <div className="grid content-start gap-4">
      <Fieldset legend="Email notifications">
        <Checkbox label="New orders" defaultChecked />
        <Checkbox label="Failed payments" hint="Immediately, not in the daily summary." />
        <Checkbox label="All webhooks" indeterminate />
        <Checkbox label="Disputes" disabled />
        <Checkbox label="Security" hint="Always sent." disabled checked readOnly />
      </Fieldset>
      <Switch
        label="Customer portal"
        hint="Customers can cancel on their own."
        checked={isOn}
        onChange={(event) => setOn(event.target.checked)}
      />
      <Switch label="Sandbox" disabled />
    </div>
  )
}

function TickGroups() {
  const [held, setHeld] = useState<readonly string[]>(['order.paid'])
  const choose = (of: readonly string[], isHeld: boolean) =>
    setHeld([...held.filter((one) => !of.includes(one)), ...(isHeld ? of : [])])
  return (
    <Fieldset legend="Events">
      <CheckGroups of={events.flatMap(({ of }) => of)} held={held} onChange={choose}>
        {events.map(({ name, of }) => (
          <CheckGroup key={name} name={name}>
            <CheckAll label={name} of={of} held={held} onChange={choose} />
            {of.map((one) => (
              <Checkbox
                key={one}
                label={one}
                className="ml-6.5"
                checked={held.includes(one)}
                onChange={(event) => choose([one], event.target.checked)}
              />
            ))}
          </CheckGroup>
        ))}
      </CheckGroups>
    </Fieldset>
  )
}

const events = [
  { name: 'Orders', of: ['order.created', 'order.paid'] },
  { name: 'Products', of: ['product.created', 'product.updated'] },
]

function Radios() {
  const [when, setWhen] = useState<(typeof proration)[number]['value']>('prorate')
  const [plain, setPlain] = useState<'month' | 'year'>()
  return (
    <div className="grid content-start gap-4">
      <RadioGroup
        legend="When a plan changes"
        options={proration}
        value={when}
        onChange={setWhen}
        boxed
      />
      <RadioGroup
        legend="Billed"
        options={[
          { value: 'month', label: 'Monthly' },
          { value: 'year', label: 'Yearly' },
        ]}
        value={plain}
        onChange={setPlain}
        error={plain === undefined && 'Choose one.'}
      />
    </div>
  )
}

function ignore() {
  // A fixed choice.
}
