-- What the agent said last, for an attempt on another node that cannot read the log.
alter table runs add column last_words text;
-- The boot of the machine on which the node works. Another one in contact means that its state folder was copied.
alter table nodes add column boot text;
