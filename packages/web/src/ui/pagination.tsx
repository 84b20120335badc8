import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { formatCount } from '#/lib/format.ts'
import { IconButton } from './icon-button.tsx'

/** A position in a paged list; pages count from 1, as in the URL. */
interface Page {
  page: number
  limit: number
  total: number
}

interface PaginationProps extends Page {
  onChange: (page: number) => void
}

export function Pagination({ page, limit, total, onChange }: PaginationProps) {
  const pages = Math.max(1, Math.ceil(total / limit))
  const first = total === 0 ? 0 : (page - 1) * limit + 1
  const last = Math.min(page * limit, total)
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-2 text-xs text-ink-2">
      <p aria-live="polite" className="figures">
        {first}–{last} of {formatCount(total)}
      </p>
      <div className="flex items-center gap-1">
        <IconButton
          label="Previous page"
          size="s"
          disabled={page <= 1}
          onClick={() => onChange(page - 1)}
        >
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <span className="figures">
          {page} / {pages}
        </span>
        <IconButton
          label="Next page"
          size="s"
          disabled={page >= pages}
          onClick={() => onChange(page + 1)}
        >
          <ChevronRight aria-hidden="true" />
        </IconButton>
      </div>
    </nav>
  )
}
