CREATE TEMP VIEW owned AS
SELECT i.*, r.room_name, r.floor FROM items i JOIN rooms r USING (room_id) WHERE i.disposed_on IS NULL;
