/**
 * The assembled count-newlines.wat. The build replaces this module with one that holds it. Without a build it is
 * missing, and line feeds are counted without it.
 */
export const newlineCounter: Uint8Array<ArrayBuffer> | null = null
