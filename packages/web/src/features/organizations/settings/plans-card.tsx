import { portalPlansMax } from '@guildhall/contract/portal/settings'
import { useQuery } from '@tanstack/react-query'
import { Controller, useWatch } from 'react-hook-form'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import type { PortalSettings } from '#/entities/organization/portal-settings.ts'
import { ProductsInOrder } from '#/entities/product/products-in-order.tsx'
import { productsToFilter } from '#/entities/product/products-to-choose.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { Banner } from '#/ui/banner.tsx'
import { Fieldset } from '#/ui/fieldset.tsx'
import { RadioGroup } from '#/ui/radio-group.tsx'
import { useToast } from '#/ui/toast.tsx'
import {
  canBeListed,
  type PlansForm,
  plansField,
  plansFormOf,
  plansIn,
  plansSchema,
} from './plans-form.ts'
import { SettingsCard } from './settings-card.tsx'
import { useSaving } from './use-saving.ts'
import { useSettingsForm } from './use-settings-form.ts'

interface PlansCardProps {
  settings: PortalSettings
  /** Whether customers can change plans at all. */
  isOn: boolean
}

/** The plans that customers may change to in the portal. */
export function PlansCard({ settings, isOn }: PlansCardProps) {
  const { id } = useOrganization()
  const { data: products = [] } = useQuery(productsToFilter(id, { isRecurring: true }))
  const toast = useToast()
  const { savePortal } = useSaving()
  const kept = plansFormOf(settings)
  const { form, settle } = useSettingsForm<PlansForm>(kept, plansSchema)
  const { errors, isSubmitting, isDirty } = form.formState
  const from = useWatch({ control: form.control, name: 'from' })
  const save = sendOrExplain(
    form,
    async (chosen) => {
      settle(plansFormOf(await savePortal({ plans: plansIn(chosen) })))
      toast({ title: 'Plans in the portal saved' })
    },
    {},
    plansField,
  )
  return (
    <SettingsCard
      title="Plans in the portal"
      isDirty={isDirty}
      isBusy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={save}
      onDiscard={() => settle(kept)}
    >
      {!isOn && <Banner tone="info">Customers can’t change plans: it is turned off above.</Banner>}
      <Controller
        name="from"
        control={form.control}
        render={({ field }) => (
          <RadioGroup
            legend="Customers can change to"
            boxed
            options={choices}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
          />
        )}
      />
      {from === 'list' && (
        <Controller
          name="listed"
          control={form.control}
          render={({ field: { value, onChange }, fieldState }) => (
            <Fieldset
              legend="Plans"
              hint="Customers see them in this order, without their current one. Archived and private products are not offered."
              error={fieldState.error?.message}
            >
              <ProductsInOrder
                value={value}
                onChange={onChange}
                known={products}
                candidates={products.filter((one) => !one.isArchived && canBeListed(one))}
                productsMax={portalPlansMax}
                addLabel="Add a plan"
                empty="No other plans with a fixed price. Private ones can’t be offered."
              />
            </Fieldset>
          )}
        />
      )}
    </SettingsCard>
  )
}

const choices = [
  {
    value: 'public',
    label: 'All public plans',
    hint: 'Every public recurring product that is free or has a fixed price.',
  },
  {
    value: 'list',
    label: 'Only the plans that you list',
    hint: 'Can include unlisted products, which new customers don’t see.',
  },
] as const
