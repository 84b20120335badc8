import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { type ComponentType, useState } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { type Meter, metersToChoose } from '../../lib/choices.ts'
import type { CreationProps } from '../../lib/creation.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import { sellerQuery } from '../../lib/seller-query.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { buttonLook } from '../../ui/button-look.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { BenefitDraft } from './benefit-draft.ts'
import { countMistake, limits } from './benefit-mistakes.ts'

interface CreditFieldsProps {
  form: UseFormReturn<BenefitDraft>
  /** Makes a meter on the way. */
  MeterDialog: ComponentType<CreationProps<Meter>>
}

/** How many units of a meter are free. */
export function CreditFields({ form, MeterDialog }: CreditFieldsProps) {
  const { id } = useOrganization()
  const { data: seller } = useQuery(sellerQuery(id))
  if (seller && !seller.featureSettings.usageBasedBillingEnabled) {
    return (
      <Controller
        name="meterId"
        control={form.control}
        rules={{ validate: () => 'It can’t be credited as long as that is off.' }}
        render={() => <UsageIsOff />}
      />
    )
  }
  const { errors } = form.formState
  return (
    <>
      <MeterField form={form} MeterDialog={MeterDialog} />
      <Field
        label="Units"
        hint="How many each customer gets in a period."
        error={errors.units?.message}
      >
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          {...form.register('units', {
            validate: (text) => countMistake(text, limits.units) ?? true,
          })}
        />
      </Field>
      <Checkbox
        label="What is left rolls over"
        hint="Units that weren’t used count in the next period as well."
        {...form.register('rollover')}
      />
    </>
  )
}

function UsageIsOff() {
  const { slug } = useOrganization()
  const settings = (
    <Link to="/dashboard/$slug/settings" params={{ slug }} className={buttonLook({ size: 's' })}>
      Open the settings
    </Link>
  )
  return (
    <Banner title="Usage-based billing is switched off." action={settings}>
      Switch it on under “Features” first, then meters can be credited.
    </Banner>
  )
}

function MeterField({ form, MeterDialog }: CreditFieldsProps) {
  const { id } = useOrganization()
  const { data: meters } = useQuery(metersToChoose(id))
  const [isCreating, setCreating] = useState(false)
  const options = (meters ?? []).map((meter) => ({ value: meter.id, label: meter.name }))
  const choose = (meterId: string) => {
    form.setValue('meterId', meterId, { shouldDirty: true, shouldValidate: true })
    setCreating(false)
  }
  return (
    <>
      <Controller
        name="meterId"
        control={form.control}
        rules={{ validate: (meter) => meter !== null || 'Choose a meter, or create one.' }}
        render={({ field: { value, onChange, onBlur }, fieldState }) => (
          <Field label="Meter" error={fieldState.error?.message}>
            <div className="flex gap-2">
              <Combobox<string>
                options={options}
                value={value}
                onChange={onChange}
                onBlur={onBlur}
                placeholder="Choose a meter"
                empty="There is no such meter."
                className="min-w-0"
              />
              <Button className="h-9" onClick={() => setCreating(true)}>
                <Plus aria-hidden="true" /> New meter
              </Button>
            </div>
          </Field>
        )}
      />
      {isCreating && (
        <MeterDialog onCreated={(meter) => choose(meter.id)} onClose={() => setCreating(false)} />
      )}
    </>
  )
}
