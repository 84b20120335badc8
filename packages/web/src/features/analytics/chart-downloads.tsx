import Download from 'lucide-react/icons/download'
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import ImageIcon from 'lucide-react/icons/image'
import type { Unit } from '#/entities/metric/units.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { csvFile, saveFile } from '#/lib/save-file.ts'
import { csvOf, type Sheet } from '#/ui/chart-sheet.ts'
import { IconButton } from '#/ui/icon-button.tsx'
import { Menu, MenuItem } from '#/ui/menu.tsx'
import type { Draw } from '#/ui/picture.ts'
import { useToast } from '#/ui/toast.tsx'

interface ChartDownloadsProps {
  title: string
  /** Without its ending. */
  fileName: string
  notes: readonly string[]
  sheet: Sheet
  draw: Draw
  unit: Unit
}

const pictureWidth = 960

/** What is shown, as CSV and as PNG. */
export function ChartDownloads(props: ChartDownloadsProps) {
  const { title, fileName, notes, sheet, draw, unit } = props
  const toast = useToast()
  const savePicture = async () => {
    try {
      const { paintPicture } = await import('#/ui/paint-picture.ts')
      saveFile(await paintPicture(draw(pictureWidth), { title, notes }), `${fileName}.png`)
    } catch (error) {
      toast({ tone: 'bad', title: 'Download failed', description: failureMessage(error) })
    }
  }
  const trigger = (
    <IconButton size="s" label={`Download ${title}`}>
      <Download aria-hidden="true" />
    </IconButton>
  )
  return (
    <Menu trigger={trigger} align="end">
      <MenuItem
        icon={<FileSpreadsheet />}
        onSelect={() => saveFile(csvFile(csvOf(sheet, unit)), `${fileName}.csv`)}
      >
        Values as CSV
      </MenuItem>
      <MenuItem icon={<ImageIcon />} onSelect={() => void savePicture()}>
        Picture as PNG
      </MenuItem>
    </Menu>
  )
}
