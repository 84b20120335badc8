import { useQuery } from '@tanstack/react-query'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { metersToChoose } from '#/entities/meter/meters-to-choose.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { benefitsToChoose, customFieldsToChoose } from '#/features/products/choice-queries.ts'
import { CheckoutPreview } from '#/features/products/preview/checkout-preview.tsx'
import { factsOf, newPrices } from './price-plan.ts'
import { intervalOf, type ProductForm } from './product-form.ts'

/** A checkout preview of the unsaved product. */
export function LivePreview({ form }: { form: UseFormReturn<ProductForm> }) {
  const { id, name, logo } = useOrganization()
  const { data: meters = [] } = useQuery(metersToChoose(id))
  const { data: allBenefits = [] } = useQuery(benefitsToChoose(id))
  const { data: allFields = [] } = useQuery(customFieldsToChoose(id))
  const typed = useWatch({ control: form.control, compute: (all: ProductForm) => all })
  const { benefits, fields, interval } = typed
  return (
    <section
      aria-label="Preview"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
      tabIndex={0}
      className={previewClasses}
    >
      <h2 className="mb-4 text-xs font-medium text-ink-3">Checkout preview</h2>
      <CheckoutPreview
        seller={{ name, logo }}
        name={typed.name}
        description={typed.description}
        interval={intervalOf(interval)}
        prices={newPrices(typed).flatMap((price) => factsOf(price, meters) ?? [])}
        medias={typed.medias}
        benefits={benefits.flatMap((one) => allBenefits.find((known) => known.id === one) ?? [])}
        fields={fields.flatMap(({ id: fieldId, required }) => {
          const field = allFields.find((known) => known.id === fieldId)
          return field === undefined ? [] : [{ field, required }]
        })}
      />
    </section>
  )
}

const previewClasses =
  'rounded-l border bg-canvas p-5 min-[1181px]:sticky min-[1181px]:top-[calc(var(--sticky-top,0px)+1.25rem)] ' +
  'min-[1181px]:max-h-[calc(100dvh-var(--sticky-top,0px)-2.5rem)] min-[1181px]:overflow-y-auto'
