import { expect, test } from 'vitest'
import { bytesOf } from '../../tests/bytes-of.ts'
import { explain } from '../../tests/knowing-agents.ts'

const verdictOn = async (...lines: readonly string[]): Promise<string> => {
  const { verdict, reason } = await explain(bytesOf(`${lines.join('\n')}\n`))
  return `${verdict} ${reason ?? ''}`.trim()
}

test.each([
  ['Preise werden gelesen', 'Fehler: Datei nicht gefunden'],
  ['lecture des prix', 'Erreur : fichier introuvable'],
  ['lendo os preços', 'Erro: arquivo não encontrado'],
  ['读取价格', '错误：找不到文件'],
])('an error in another language is a failure: %j', async (...lines) => {
  expect(await verdictOn(...lines)).toBe('failed SETUP_FAILED')
})

test.each([
  ['leyendo los precios', 'Proceso completado con éxito'],
  ['lendo os preços', 'Importação concluída com sucesso'],
  ['读取价格', '✅ 部署完成！'],
])('a good end in another language is a success: %j', async (...lines) => {
  expect(await verdictOn(...lines)).toBe('succeeded')
})

test('a denied success in another language is none', async () => {
  expect(await verdictOn('读取价格', '任务未完成')).toBe('undetermined UNKNOWN')
})

test('a program that says where its result is ended well', async () => {
  expect(await verdictOn('acme 1.2', 'reading prices', 'Report saved to: out/report.html')).toBe('succeeded')
})

test('an output that is nothing but an error object failed', async () => {
  const { verdict } = await explain(bytesOf('ShopException {#17\n  #message: "no price"\n  #code: 0\n}\n'))
  expect(verdict).toBe('failed')
})
