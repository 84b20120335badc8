import type { ComponentType } from 'react'
import type { Meter } from '#/entities/meter/meters-to-choose.ts'
import type { Benefit, CustomField } from '#/features/products/product-queries.ts'
import type { CreationProps } from '#/lib/creation.ts'

/** Dialogs that create missing parts of a product without leaving the editor. */
export interface CreationDialogs {
  MeterDialog: ComponentType<CreationProps<Meter>>
  BenefitDialog: ComponentType<CreationProps<Benefit>>
  CustomFieldDialog: ComponentType<CreationProps<CustomField>>
}

/** The part being created; a meter belongs to the price in this row. */
export type Missing = { what: 'benefit' | 'field' } | { what: 'meter'; row: number }
