import { Button } from './button.tsx'

interface ShowOlderProps {
  isFetching: boolean
  onClick: () => void
}

/** Loads older entries at the end of a flush card. */
export function ShowOlder({ isFetching, onClick }: ShowOlderProps) {
  return (
    <div className="border-t px-4 py-2">
      <Button size="s" variant="ghost" loading={isFetching} onClick={onClick}>
        Show older
      </Button>
    </div>
  )
}
