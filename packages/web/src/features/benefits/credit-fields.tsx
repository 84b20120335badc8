import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { type ComponentType, useState } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { type Meter, meterOptions, metersToChoose } from '#/entities/meter/meters-to-choose.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { sellerQuery } from '#/entities/organization/seller-query.ts'
import type { CreationProps } from '#/lib/creation.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { buttonClasses } from '#/ui/button-classes.ts'
import { Checkbox } from '#/ui/checkbox.tsx'
import { Combobox } from '#/ui/combobox.tsx'
import { Field } from '#/ui/field.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import type { BenefitDraft } from './benefit-draft.ts'

interface CreditFieldsProps {
  form: UseFormReturn<BenefitDraft>
  /** Creates a meter without leaving the form. */
  MeterDialog: ComponentType<CreationProps<Meter>>
}

/** The meter, and how many of its units are free. */
export function CreditFields({ form, MeterDialog }: CreditFieldsProps) {
  const { id } = useOrganization()
  const { data: seller } = useQuery(sellerQuery(id))
  if (seller && !seller.featureSettings.usageBasedBillingEnabled) {
    return <Controller name="meterId" control={form.control} render={() => <UsageIsOff />} />
  }
  const { errors } = form.formState
  return (
    <>
      <MeterField form={form} MeterDialog={MeterDialog} />
      <Field
        label="Units"
        hint="Units each customer gets per billing period. A change applies from the next one on."
        error={errors.units?.message}
      >
        <TextInput inputMode="numeric" autoComplete="off" {...form.register('units')} />
      </Field>
      <Checkbox
        label="Roll over unused units"
        hint="Unused units carry over to the next billing period."
        {...form.register('rollover')}
      />
    </>
  )
}

function UsageIsOff() {
  const { slug } = useOrganization()
  const settings = (
    <Link to="/dashboard/$slug/settings" params={{ slug }} className={buttonClasses({ size: 's' })}>
      Open the settings
    </Link>
  )
  return (
    <Banner title="Usage-based billing is turned off." action={settings}>
      Turn it on under “Features” to credit meters.
    </Banner>
  )
}

function MeterField({ form, MeterDialog }: CreditFieldsProps) {
  const { id } = useOrganization()
  const { data: meters } = useQuery(metersToChoose(id))
  const [isCreating, setCreating] = useState(false)
  const choose = (meterId: string) => {
    form.setValue('meterId', meterId, { shouldDirty: true, shouldValidate: true })
    setCreating(false)
  }
  return (
    <>
      <Controller
        name="meterId"
        control={form.control}
        render={({ field: { value, onChange, onBlur }, fieldState }) => (
          <Field label="Meter" error={fieldState.error?.message}>
            <div className="flex gap-2">
              <Combobox<string>
                options={meterOptions(meters ?? [], value)}
                value={value}
                onChange={onChange}
                onBlur={onBlur}
                placeholder="Choose a meter"
                empty="No matching meters."
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
