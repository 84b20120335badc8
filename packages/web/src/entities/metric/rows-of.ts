import { productId as productShape } from '@guildhall/contract/catalog/prices'
import { currency as currencyShape } from '@guildhall/contract/primitives'
import { linkOptions } from '@tanstack/react-router'
import * as z from 'zod/mini'
import type { DayRange } from '#/ui/calendar-days.ts'
import type { FigureName } from './figures.ts'

interface Asked {
  readonly slug: string
  readonly range: DayRange
  readonly metrics: {
    readonly currency: string
    readonly conversion: { readonly unconverted: readonly unknown[] } | null
  }
  readonly product?: string | undefined
}

/**
 * The list whose rows make a figure of these days; null where there is none. What is converted has
 * rows of all currencies, unless one of them is left out of the figure.
 */
export function rowsOf(name: FigureName, { slug, range, metrics, product }: Asked) {
  const { currency, conversion } = metrics
  if (!areOrders(name) || (conversion !== null && conversion.unconverted.length > 0)) return null
  return linkOptions({
    to: '/dashboard/$slug/orders',
    params: { slug },
    search: {
      from: range.from,
      to: range.to,
      ...(conversion === null && { currency: z.parse(currencyShape, currency) }),
      ...(product !== undefined && { product: z.parse(productShape, product) }),
    },
  })
}

const ofOrders: readonly FigureName[] = ['orders', 'revenue', 'averageOrderValue']

const areOrders = (name: FigureName): boolean => ofOrders.includes(name)
