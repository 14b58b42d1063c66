import type { ToolReader } from './tool-reader.ts'

const FULL =
  /\bNo space left on device\b|\bno space left on device\b|\bENOSPC\b|\[Errno 28\]|\bDisk quota exceeded\b|\bEDQUOT\b|\bThere is not enough space on the disk\b|^E: You don't have enough free space|\bnot enough (?:free )?disk space\b|\bdatabase or disk is full\b|\bAucun espace disponible sur le périphérique\b|\bAuf dem Gerät ist kein Speicherplatz mehr verfügbar\b|\bNo queda espacio en el dispositivo\b|\bSpazio esaurito sul\b|\bNão há espaço disponível no dispositivo\b|На устройстве не осталось свободного места|设备上没有空间|デバイスに空き領域がありません|\brunning out of disk space\b.{0,120}\bFree space left: \d{1,2} MB/
/** Too many file watchers give the same error code, but the disk is not full. */
const WATCHERS = /file watchers|inotify|\bwatch ['\w./]/

export const disk: ToolReader = {
  name: 'disk',
  title: 'disk space',
  cue: /space left|ENOSPC|Errno 28|quota exceeded|EDQUOT|enough (?:free )?(?:disk )?space|disk is full|espace disponible|kein Speicherplatz|queda espacio|Spazio esaurito|espaço disponível|свободного места|没有空间|空き領域|out of disk space/,
  open: () => ({
    line: (text) => (FULL.test(text) && !WATCHERS.test(text) ? { what: 'disk-full' } : null),
  }),
}
