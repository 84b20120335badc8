import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { OwnOrganization } from '../../lib/own-organizations.ts'
import { priceLabel } from '../../lib/price-words.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { Avatar } from '../../ui/avatar.tsx'
import type { CommandGroup } from '../../ui/command-palette.tsx'
import { pictureOf } from './product-picture.ts'
import { productSearchQuery } from './product-queries.ts'

const pauseMilliseconds = 300
const foundMax = 5

interface ProductSearch {
  found: readonly CommandGroup[]
  isSearching: boolean
  onQueryChange: (query: string) => void
}

/** Finds products for what is typed into the palette, in the pauses. */
export function useProductSearch({ id, slug }: OwnOrganization): ProductSearch {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const wanted = typed.trim()
  const settled = useSettled(wanted, pauseMilliseconds)
  const isAsked = wanted !== '' && settled !== ''
  const { data, isFetching } = useQuery({
    ...productSearchQuery(id, settled, foundMax),
    enabled: isAsked,
  })
  const products = isAsked ? data?.items : undefined
  const found = useMemo((): CommandGroup[] => {
    const commands = (products ?? []).map((product) => ({
      id: `product:${product.id}`,
      label: product.name,
      icon: <Avatar square name={product.name} src={pictureOf(product)} />,
      aside: product.isArchived ? 'archived' : priceLabel(product),
      // A navigation that fails shows the error page; there is nothing to wait for here.
      run: () =>
        void navigate({
          to: '/dashboard/$slug/products/$productId',
          params: { slug, productId: product.id },
        }),
    }))
    return [{ label: 'Products', commands }]
  }, [products, navigate, slug])
  const isSearching = wanted !== '' && (isFetching || settled !== wanted)
  return { found, isSearching, onQueryChange: setTyped }
}
