import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { OwnOrganization } from '#/entities/organization/own-organizations.ts'
import { priceLabel } from '#/entities/product/price-text.ts'
import { Avatar } from '#/ui/avatar.tsx'
import type { CommandGroup } from '#/ui/command-palette.tsx'
import { type PaletteSearch, paletteResultsMax, usePaletteSearch } from '#/ui/use-palette-search.ts'
import { pictureOf } from './product-picture.ts'
import { productSearchQuery } from './product-queries.ts'

/** Searches products for the palette, debounced. */
export function useProductSearch({ id, slug }: OwnOrganization): PaletteSearch {
  const navigate = useNavigate()
  const { text, enabled, isSearching, onQueryChange } = usePaletteSearch()
  const { data, isFetching, isError } = useQuery({
    ...productSearchQuery(id, text, paletteResultsMax),
    enabled,
  })
  const products = enabled ? data?.items : undefined
  const found = useMemo((): CommandGroup[] => {
    const commands = (products ?? []).map((product) => ({
      id: `product:${product.id}`,
      label: product.name,
      icon: <Avatar square name={product.name} src={pictureOf(product)} />,
      aside: product.isArchived ? 'archived' : priceLabel(product),
      // A failed navigation shows the error page, so it isn’t awaited.
      run: () =>
        void navigate({
          to: '/dashboard/$slug/products/$productId',
          params: { slug, productId: product.id },
        }),
    }))
    return [{ label: 'Products', commands }]
  }, [products, navigate, slug])
  return {
    found,
    isSearching: isSearching(isFetching),
    hasFailed: enabled && isError,
    onQueryChange,
  }
}
