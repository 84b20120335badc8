import { expiryTimeframes } from '@guildhall/contract/benefits/shapes'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Checkbox } from '#/ui/checkbox.tsx'
import { Field } from '#/ui/field.tsx'
import { NativeSelect } from '#/ui/native-select.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import type { BenefitDraft } from './benefit-draft.ts'

interface LicenseFieldsProps {
  form: UseFormReturn<BenefitDraft>
}

/** The format and the limits of license keys. */
export function LicenseFields({ form }: LicenseFieldsProps) {
  const { errors } = form.formState
  return (
    <>
      <Field
        label="Prefix"
        optional
        hint="Keys start with this prefix: NORTH-5F1C…"
        error={errors.prefix?.message}
      >
        <TextInput
          autoComplete="off"
          spellCheck={false}
          placeholder="NORTH"
          {...form.register('prefix')}
        />
      </Field>
      <Expiry form={form} />
      <Activations form={form} />
      <Usage form={form} />
      <Offline form={form} />
    </>
  )
}

const detailClasses = 'mt-2 ml-6.5 grid max-w-80 gap-3'

function Expiry({ form }: LicenseFieldsProps) {
  const expires = useWatch({ control: form.control, name: 'expires' })
  const { errors } = form.formState
  return (
    <div>
      <Checkbox
        label="Keys expire"
        hint="Keys expire a set time after they are issued."
        {...form.register('expires')}
      />
      {expires && (
        <div className={`${detailClasses} grid-cols-2 items-start`}>
          <Field label="After" error={errors.ttl?.message}>
            <TextInput inputMode="numeric" autoComplete="off" {...form.register('ttl')} />
          </Field>
          <Field label="Unit">
            <NativeSelect {...form.register('timeframe')}>
              {expiryTimeframes.map((timeframe) => (
                <option key={timeframe} value={timeframe}>
                  {timeframe}s
                </option>
              ))}
            </NativeSelect>
          </Field>
        </div>
      )}
    </div>
  )
}

function Activations({ form }: LicenseFieldsProps) {
  const isActivated = useWatch({ control: form.control, name: 'isActivated' })
  const { errors } = form.formState
  return (
    <div>
      <Checkbox
        label="Limit activations"
        hint="Limit how many devices can use a key."
        {...form.register('isActivated')}
      />
      {isActivated && (
        <div className={detailClasses}>
          <Field label="Activations" error={errors.activationsMax?.message}>
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              {...form.register('activationsMax')}
            />
          </Field>
          <Checkbox
            label="Customers can deactivate"
            hint="Customers can free up an activation themselves."
            {...form.register('customersDeactivate')}
          />
        </div>
      )}
    </div>
  )
}

function Usage({ form }: LicenseFieldsProps) {
  const isLimited = useWatch({ control: form.control, name: 'isLimited' })
  const { errors } = form.formState
  return (
    <div>
      <Checkbox
        label="Limit usage"
        hint="Your application counts usage when it validates a key."
        {...form.register('isLimited')}
      />
      {isLimited && (
        <div className={detailClasses}>
          <Field label="Uses" error={errors.usageMax?.message}>
            <TextInput inputMode="numeric" autoComplete="off" {...form.register('usageMax')} />
          </Field>
        </div>
      )}
    </div>
  )
}

function Offline({ form }: LicenseFieldsProps) {
  const isOffline = useWatch({ control: form.control, name: 'isOffline' })
  const { errors } = form.formState
  return (
    <div>
      <Checkbox
        label="Allow offline licenses"
        hint="Your application gets a signed license and works without a connection until it expires, also after a refund."
        {...form.register('isOffline')}
      />
      {isOffline && (
        <div className={`${detailClasses} grid-cols-2 items-start`}>
          <Field label="Valid for (days)" error={errors.offlineDays?.message}>
            <TextInput inputMode="numeric" autoComplete="off" {...form.register('offlineDays')} />
          </Field>
          <Field label="Grace (days)" error={errors.graceDays?.message}>
            <TextInput inputMode="numeric" autoComplete="off" {...form.register('graceDays')} />
          </Field>
        </div>
      )}
    </div>
  )
}
