/** M-A-Y-D on a phone keypad. The port is fixed, so an open page finds a restarted board. */
export const BOARD_PORT = 6293
