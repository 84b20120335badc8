import type { ComponentType } from 'react'
import type { Meter } from '../../../lib/choices.ts'
import type { CreationProps } from '../../../lib/creation.ts'
import type { Benefit, CustomField } from '../product-queries.ts'

/** What a product can need that isn't there yet is made without leaving the editor. */
export interface CreationDialogs {
  MeterDialog: ComponentType<CreationProps<Meter>>
  BenefitDialog: ComponentType<CreationProps<Benefit>>
  CustomFieldDialog: ComponentType<CreationProps<CustomField>>
}

/** What is being made; a meter for the price in this row. */
export type Missing = { what: 'benefit' | 'field' } | { what: 'meter'; row: number }
